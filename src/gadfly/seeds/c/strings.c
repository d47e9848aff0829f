/* String literals: words counted, a palindrome, a search, and a copy that is edited. */
#include <string.h>

static int words(const char *text) {
    int count = 0, inside = 0;
    for (; *text; text++) {
        if (*text == ' ')
            inside = 0;
        else if (!inside)
            count += inside = 1;
    }
    return count;
}

static int is_palindrome(const char *text) {
    unsigned long i = 0, j = strlen(text);
    while (i < j)
        if (text[i++] != text[--j])
            return 0;
    return 1;
}

static int find(const char *needle, const char *text) {
    for (int at = 0; text[at]; at++) {
        int same = 0;
        while (needle[same] && needle[same] == text[at + same])
            same++;
        if (!needle[same])
            return at;
    }
    return -1;
}

int main(void) {
    char copy[] = "a man" " a plan\0hidden", *at = copy;
    int place = find("plan", copy), round = is_palindrome("racecar") + is_palindrome("racecars");
    while ((at = strchr(at, 'a')) != 0)
        *at++ = 'o';
    if (find("plan", copy) < 0)
        round += (int)(sizeof copy - strlen(copy));
    return words(copy) + place == round;
}
