/* The reply to a request: written to one static buffer first, also by signal handlers, then sent at once. */
#ifndef GF_REPLY_H
#define GF_REPLY_H

void gf_put(const char *text);
void gf_put_long(long value);
/* Send what was put, and the line that ends a reply. */
void gf_send(void);
extern char gf_marker[128];

#endif
