#define _GNU_SOURCE
#include "view/page.h"

#include <string.h>

#define DATA "<script type=\"application/json\" id=\"data\">"

/* VIEW_PAGE: the file of the assembled page (Makefile). */
__asm__(".section .rodata\n"
        ".global view_page_start\n"
        ".global view_page_end\n"
        "view_page_start:\n"
        ".incbin \"" VIEW_PAGE "\"\n"
        "view_page_end:\n"
        ".byte 0\n"
        ".previous\n");
extern const char view_page_start[], view_page_end[];

struct page page_parts(void)
{
    size_t length = (size_t)(view_page_end - view_page_start);
    const char *data = memmem(view_page_start, length, DATA, strlen(DATA));
    const char *after = data + strlen(DATA);
    return (struct page){view_page_start, after, (size_t)(after - view_page_start),
                         (size_t)(view_page_end - after)};
}
