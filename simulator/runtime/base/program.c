/*
 * The program or shared library that the runtime is in, by its own headers: see program.h.
 */
#define _GNU_SOURCE
#include "base/program.h"

#include <link.h>

struct place {
    uintptr_t address;
    int is_constant;
};

/* The loaded object that begins where this one does. */
static int is_own(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            PROGRAM_START - (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) <
                info->dlpi_phdr[i].p_memsz)
            return 1;
    return 0;
}

static int look_for_constant(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct place *place = data;
    if (!is_own(info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        int is_read_only =
            (part->p_type == PT_LOAD && !(part->p_flags & PF_W)) || part->p_type == PT_GNU_RELRO;
        if (is_read_only && place->address - (info->dlpi_addr + part->p_vaddr) < part->p_memsz)
            place->is_constant = 1;
    }
    return 1;
}

int program_is_constant(uintptr_t address)
{
    struct place place = {address, 0};
    dl_iterate_phdr(look_for_constant, &place);
    return place.is_constant;
}

static int look_for_thread_local(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct program_thread_local *found = data;
    if (!is_own(info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *found = (struct program_thread_local){
                .start = (uintptr_t)info->dlpi_tls_data,
                .behind_initialised = (uintptr_t)info->dlpi_tls_data + info->dlpi_phdr[i].p_filesz,
                .end = (uintptr_t)info->dlpi_tls_data + info->dlpi_phdr[i].p_memsz};
    return 1;
}

static int look_for_file(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    if (!is_own(info))
        return 0;
    *(struct program_file *)data = (struct program_file){info->dlpi_name, info->dlpi_addr};
    return 1;
}

struct program_file program_file(void)
{
    struct program_file file = {"", 0};
    dl_iterate_phdr(look_for_file, &file);
    return file;
}

struct program_thread_local program_thread_local(void)
{
    struct program_thread_local found = {0};
    dl_iterate_phdr(look_for_thread_local, &found);
    return found;
}
