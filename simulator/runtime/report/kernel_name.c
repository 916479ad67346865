/*
 * The names of kernels, cut out of the compiler's names of types. It is done here and not in the
 * headers, so that no program has to compile it again.
 */
#include <ctype.h>
#include <string.h>

#include "sim/sim.h"

/* 512u and 3ul become 512 and 3: the suffixes of numbers say nothing to a reader. */
static void drop_suffixes(char *name)
{
    char *to = name;
    int in_number = 0;
    for (char *from = name; *from; from++) {
        int digit = *from >= '0' && *from <= '9';
        int after_name = from > name && (isalnum((unsigned char)from[-1]) || from[-1] == '_');
        in_number = digit ? in_number || !after_name : in_number && (*from == 'u' || *from == 'l');
        if (digit || !in_number)
            *to++ = *from;
    }
    *to = 0;
}

/* Takes out the name of unnamed namespaces. */
static void drop_unnamed(char *name)
{
    static const char unnamed[] = "(anonymous namespace)::";
    char *found;
    while ((found = strstr(name, unnamed)))
        memmove(found, found + sizeof unnamed - 1, strlen(found + sizeof unnamed - 1) + 1);
}

/* "cuda_sim::name_tag<&(void k<int, 4>(int*, int))>" gives "k<int, 4>". */
const char *sim_kernel_name(const char *type,
                            char *(*demangle)(const char *, char *, size_t *, int *))
{
    char *full = demangle(type, NULL, NULL, NULL);
    char *start = full ? strchr(full, '<') : NULL;
    int angles = 0;
    if (!start)
        return type;
    start += strspn(start, "<&(");
    if (!strncmp(start, "void ", 5))
        start += 5;
    drop_unnamed(start);
    char *end = start;
    for (; *end && (angles > 0 || (*end != '(' && *end != '>')); end++)
        angles += (*end == '<') - (*end == '>');
    *end = 0;
    drop_suffixes(start);
    return start;
}
