/*
 * A kernel's name with its template arguments, for reports: from the compiler's
 * own name of a type that has the kernel as its template argument.
 */
#ifndef SIM_KERNEL_NAME_H
#define SIM_KERNEL_NAME_H

#include <ctype.h>
#include <cxxabi.h>
#include <string.h>
#include <typeinfo>

namespace cuda_sim {

/* Its only use is its type's name, which contains the kernel's. */
template <auto function> struct name_tag {
};

/* 512u and 3ul become 512 and 3: the suffixes of numbers say nothing to a reader. */
inline void drop_suffixes(char *name)
{
    char *to = name;
    bool in_number = false;

    for (char *from = name; *from; from++) {
        bool digit = *from >= '0' && *from <= '9';
        bool after_name = from > name && (isalnum((unsigned char)from[-1]) || from[-1] == '_');

        in_number = digit ? in_number || !after_name : in_number && (*from == 'u' || *from == 'l');
        if (digit || !in_number)
            *to++ = *from;
    }
    *to = 0;
}

/*
 * A kernel's name with template arguments, cut out of the name of the type
 * name_tag<kernel>: "cuda_sim::name_tag<&(void k<int, 4>(int*, int))>" gives "k<int, 4>".
 */
inline const char *kernel_name(const std::type_info &tag)
{
    char *full = abi::__cxa_demangle(tag.name(), nullptr, nullptr, nullptr);
    char *start = full ? strchr(full, '<') : nullptr;
    int angles = 0;
    char *end;

    if (!start)
        return tag.name();
    start += strspn(start, "<&(");
    if (!strncmp(start, "void ", 5))
        start += 5;
    for (;;) { /* no name for what has none */
        static const char unnamed[] = "(anonymous namespace)::";
        char *found = strstr(start, unnamed);

        if (!found)
            break;
        memmove(found, found + sizeof unnamed - 1, strlen(found + sizeof unnamed - 1) + 1);
    }
    for (end = start; *end && (angles > 0 || (*end != '(' && *end != '>')); end++)
        angles += (*end == '<') - (*end == '>');
    *end = 0;
    drop_suffixes(start);
    return start;
}

}

#endif
