/* A linked list that is filtered, sorted into and reversed through pointers to its links. */
struct node { int value; struct node *next; };

static struct node nodes[9];

static void insert(struct node **list, struct node *node) {
    while (*list && (*list)->value < node->value)
        list = &(*list)->next;
    node->next = *list;
    *list = node;
}

static int drop_multiples(struct node **link, int of) {
    int dropped = 0;
    while (*link) {
        if ((*link)->value % of == 0) {
            *link = (*link)->next;
            dropped++;
        } else {
            link = &(*link)->next;
        }
    }
    return dropped;
}

int main(void) {
    struct node *list = 0, *reversed = 0, **view = &list;
    int dropped, length = 0;
    for (int i = 0; i < 9; i++) {
        nodes[i].value = i * 7 % 11;
        insert(view, &nodes[i]);
    }
    dropped = drop_multiples(&list, 3);
    for (struct node *next; list; list = next) {
        next = list->next;
        list->next = reversed;
        reversed = list;
        length++;
    }
    view = &reversed;
    while ((*view)->next && (*view)->value > (*view)->next->value)
        view = &(*view)->next;
    return (*view)->value == dropped + length;
}
