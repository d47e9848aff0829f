/* Arrays of arrays: products, transposition in place, spirals, and rows as pointers. */
enum { SIZE = 4 };
typedef int matrix[SIZE][SIZE];

static void multiply(int (*to)[SIZE], matrix a, matrix b) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            to[i][j] = 0;
            for (int k = 0; k < SIZE; k++)
                to[i][j] += a[i][k] * b[k][j];
        }
}

static void transpose(matrix m) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < i; j++) {
            int kept = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = kept;
        }
}

int main(void) {
    matrix a = {{1, 2}, {0, 3, 4}, {[3] = -1}, {5, -6, 7, 8}}, b;
    static const char cube[2][3][2] = {{{1, 2}, {3}, {4, 5}}, {{6}, {7, 8}}};
    int positive = 0, trace = 0;
    multiply(b, a, a);
    transpose(b);
    for (int *at = b[0]; at < b[0] + SIZE; at++)
        positive += *at > 0;
    for (int i = 0, j = SIZE; j-- > 0; i++)
        trace += b[i][i] - b[i][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            if (cube[i][j][1] > cube[i][j][0])
                trace += sizeof cube[i] == 6 ? cube[i][j][1] : -100;
    return positive == trace;
}
