/*
 * Findings in words: the thread, its access, the address.
 */
#include "check/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/current_device.h"
#include "check/written.h"
#include "report/lines.h"
#include "memory/memory.h"
#include "base/run.h"
#include "memory/shared_memory.h"
#include "view/details.h"

#define CHANCE_FIRST ((uintptr_t)0x500000000000)
#define CHANCE_END   ((uintptr_t)1 << 48)

static void name_index(const struct sim_index *size, uint64_t linear, char *text, size_t room)
{
    unsigned x = (unsigned)(linear % size->x), y = (unsigned)(linear / size->x % size->y);
    unsigned z = (unsigned)(linear / size->x / size->y);
    if (size->z > 1)
        snprintf(text, room, "(%u, %u, %u)", x, y, z);
    else if (size->y > 1)
        snprintf(text, room, "(%u, %u)", x, y);
    else
        snprintf(text, room, "%u", x);
}

const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block, char *text,
                        size_t size)
{
    char thread_name[48], block_name[48] = "";
    name_index(&worker->run->launch->block, thread, thread_name, sizeof thread_name);
    name_index(&worker->run->launch->grid, block, block_name, sizeof block_name);
    snprintf(text, size, "thread %s of block %s", thread_name, block_name);
    return text;
}

static void name_allocation(const struct allocation *a, long long offset, char *text, size_t size)
{
    if (a->name) {
        snprintf(text, size, "%s %c %llu byte%s (a variable of %zu byte%s)", a->name,
                 offset < 0 ? '-' : '+', llabs(offset), plural(llabs(offset)), a->size,
                 plural(a->size));
        return;
    }
    struct line line = line_of(a->pc);
    const char *maker = a->call                            ? a->call
                        : a->kind == ALLOCATION_MANAGED    ? "cudaMallocManaged"
                        : a->kind == ALLOCATION_PINNED     ? "cudaMallocHost"
                        : a->kind == ALLOCATION_REGISTERED ? "cudaHostRegister"
                        : a->kind == ALLOCATION_HEAP       ? "malloc in a kernel"
                                                           : "cudaMalloc";
    if (line.number)
        snprintf(text, size, "byte %lld of the %zu byte%s from %s:%d (%s)", offset, a->size,
                 plural(a->size), line.file, line.number, maker);
    else
        snprintf(text, size, "byte %lld of the %zu byte%s from %s no. %d", offset, a->size,
                 plural(a->size), maker, a->number);
}

static void name_shared(const struct shared_array *array, long long offset, char *text, size_t size)
{
    char sign = offset < 0 ? '-' : '+';
    if (*array->name)
        snprintf(text, size, "%s %c %llu byte%s (a shared %s of %zu byte%s)", array->name, sign,
                 llabs(offset), plural(llabs(offset)), array->is_array ? "array" : "variable",
                 array->size, plural(array->size));
    else
        snprintf(text, size, "dynamic shared memory %c %llu byte%s (of %zu)", sign, llabs(offset),
                 plural(llabs(offset)), array->size);
}

/*
 * 1 if the address is near to where systems place programs, libraries and stacks: it is another one
 * in each run. The device's memory is elsewhere, always at the same place.
 */
static int is_placed_by_chance(uintptr_t address)
{
    return address >= CHANCE_FIRST && address < CHANCE_END;
}

const char *name_target(const struct target *target, uintptr_t address, char *text, size_t size)
{
    if (target->allocation)
        name_allocation(target->allocation, target->offset, text, size);
    else if (target->shared)
        name_shared(target->shared, target->offset, text, size);
    else if (is_placed_by_chance(address))
        snprintf(text, size, "an address where no array is");
    else
        snprintf(text, size, "address %#lx, where no array is", (unsigned long)address);
    if (target->wrapped) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, ": an unsigned index below 0, which wraps around");
    }
    return text;
}

const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size)
{
    struct target target = target_find(worker, address, address);
    return name_target(&target, address, text, size);
}

/* In a look that does not count: starts the launch again. Else: 1 if the finding only counts. */
static int only_counts(struct worker *worker, const struct finding *finding)
{
    if (!run_look(worker->run)->counts) {
        run_doubt(worker->run);
        return 1;
    }
    return findings_again(finding);
}

/* An error with its kind's advice. */
static struct finding error_of(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc)
{
    return (struct finding){
        .kind = kind, .pc = pc, .other_pc = other_pc, .advice = kind_advice(kind), .count = 1};
}

int finding_is_known(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                     uintptr_t other_pc)
{
    struct finding finding = error_of(kind, pc, other_pc);
    return only_counts(worker, &finding);
}

static void keep(const struct finding *finding, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

static void keep(const struct finding *finding, const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    findings_keep(finding, what, arguments);
    va_end(arguments);
}

static void add(struct worker *worker, const struct finding *finding, const char *what,
                va_list arguments)
{
    if (only_counts(worker, finding))
        return;
    findings_keep(finding, what, arguments);
    view_finding_of_block(worker, finding->pc);
}

void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc, uintptr_t other_pc,
                 const char *what, ...)
{
    struct finding finding = error_of(kind, pc, other_pc);
    va_list arguments;
    va_start(arguments, what);
    add(worker, &finding, what, arguments);
    va_end(arguments);
}

void finding_add_advising(struct worker *worker, enum finding_kind kind, enum finding_level level,
                          const char *advice, uintptr_t pc, uintptr_t other_pc, const char *what,
                          ...)
{
    struct finding finding = {
        .kind = kind, .level = level, .pc = pc, .other_pc = other_pc, .advice = advice, .count = 1};
    va_list arguments;
    va_start(arguments, what);
    add(worker, &finding, what, arguments);
    va_end(arguments);
}

static const char *verb(enum access_kind kind, int past)
{
    if (kind == ACCESS_READ)
        return past ? "read" : "reads";
    if (kind == ACCESS_WRITE)
        return past ? "wrote" : "writes";
    return past ? "updated" : "updates";
}

/* One access of a finding, for the view. */
static struct view_about about_of(const struct access *access, uint64_t block)
{
    static const char *const names[] = {
        [ACCESS_READ] = "read", [ACCESS_WRITE] = "write", [ACCESS_ATOMIC] = "atomic"};
    return (struct view_about){
        names[access->kind], access->pc, access->address, access->size, block, access->thread, 0};
}

static const char *with_atomic(enum access_kind kind)
{
    return kind == ACCESS_ATOMIC ? " with an atomic" : "";
}

/* What identifies the array. */
static const void *array_of(const struct target *target)
{
    return target->allocation ? (const void *)target->allocation : target->shared;
}

static struct finding finding_of(const struct race_lines *lines)
{
    return (struct finding){
        .kind = lines->between_blocks ? FINDING_RACE_BETWEEN_BLOCKS : FINDING_RACE,
        .level = lines->level,
        .pc = lines->pc,
        .other_pc = lines->other_pc,
        .advice = race_advice(lines->advice),
        .count = lines->times,
    };
}

int finding_race_is_known(struct worker *worker, const struct race_lines *lines)
{
    struct finding finding = finding_of(lines);
    return only_counts(worker, &finding);
}

void finding_race(struct worker *worker, const struct race *race)
{
    const struct access *access = &race->access, *earlier = &race->earlier;
    struct finding finding = finding_of(&(struct race_lines){
        .pc = access->pc,
        .other_pc = earlier->pc,
        .between_blocks = race->earlier_block != race->block,
        .level = race->level,
        .advice = race->advice,
        .times = race->times,
    });
    char here[128], there[128], location[256];
    if (only_counts(worker, &finding))
        return;
    name_thread(worker, access->thread, race->block, here, sizeof here);
    name_thread(worker, earlier->thread, race->earlier_block, there, sizeof there);
    struct target target = target_find(worker, access->address, access->address);
    finding.array = array_of(&target);
    name_target(&target, access->address, location, sizeof location);
    keep(&finding, "%s %s%s what %s %s%s: %s", here, verb(access->kind, 0),
         with_atomic(access->kind), there, verb(earlier->kind, 1), with_atomic(earlier->kind),
         location);
    struct view_about about[] = {about_of(earlier, race->earlier_block),
                                 about_of(access, race->block)};
    view_finding(worker, about, 2, target.allocation, target.shared, target.offset);
}

/* One access that is wrong by itself, in words. */
struct described {
    struct finding finding;
    struct target target;
    char here[128], location[256];
};

/* The last earlier launch that has written other bytes of the array; or NULL. */
static const struct writer *writer_before(const struct worker *worker, const struct access *access)
{
    const struct allocation *a =
        memory_contains(access->address) ? allocation_find(access->address) : NULL;
    return a ? written_last(a, worker->run) : NULL;
}

/* The host's call that has written too little of the array; or NULL. */
static const struct host_beginning *too_little(const struct worker *worker,
                                               const struct access *access)
{
    const struct allocation *a =
        memory_contains(access->address) ? allocation_find(access->address) : NULL;
    return a ? written_too_little(a, worker->run, access->size) : NULL;
}

/* Describes the access, unless its finding only counts among those before: then returns 0. */
static int describe_new(struct worker *worker, const struct access *access, struct described *it)
{
    if (only_counts(worker, &it->finding))
        return 0;
    name_thread(worker, access->thread, worker->block.index, it->here, sizeof it->here);
    it->target = target_find(worker, access->address, access->address);
    name_target(&it->target, access->address, it->location, sizeof it->location);
    return 1;
}

/* Begins such a finding; 0 if it only counts among those before. */
static int describe_access(struct worker *worker, const struct access *access,
                           enum finding_kind kind, struct described *it)
{
    it->finding =
        (struct finding){.kind = kind, .pc = access->pc, .advice = kind_advice(kind), .count = 1};
    if (kind == FINDING_UNINITIALISED && memory_contains(access->address))
        it->finding.advice = memory_advice(writer_before(worker, access) ? MEMORY_ADVICE_REST
                                           : too_little(worker, access)  ? MEMORY_ADVICE_ELEMENTS
                                                                         : MEMORY_ADVICE_NEW);
    return describe_new(worker, access, it);
}

/* The same for an access that is wrong beside another one; the pcs in the order of their lines. */
static int describe_pair(struct worker *worker, const struct access *access, uintptr_t pc,
                         uintptr_t other_pc, enum finding_kind kind, struct described *it)
{
    it->finding = error_of(kind, pc, other_pc);
    return describe_new(worker, access, it);
}

static void view_access(struct worker *worker, const struct access *access,
                        const struct described *it)
{
    struct view_about about = about_of(access, worker->block.index);
    view_finding(worker, &about, 1, it->target.allocation, it->target.shared, it->target.offset);
}

void finding_uninitialised(struct worker *worker, const struct access *access)
{
    struct described it;
    char by[512];
    if (!describe_access(worker, access, FINDING_UNINITIALISED, &it))
        return;
    const struct host_beginning *beginning = too_little(worker, access);
    keep(&it.finding, "%s reads %u byte%s that nobody has written: %s%s", it.here, access->size,
         plural(access->size), it.location,
         beginning ? written_too_little_name(beginning, by, sizeof by)
                   : written_name(writer_before(worker, access), by, sizeof by));
    view_access(worker, access, &it);
}

/* The load's line comes first, whichever of the two was first. */
void finding_read_only(struct worker *worker, const struct access *access, uintptr_t other_pc)
{
    int loads = access->kind == ACCESS_READ;
    struct described it;
    if (!describe_pair(worker, access, loads ? access->pc : other_pc, loads ? other_pc : access->pc,
                       FINDING_READ_ONLY, &it))
        return;
    keep(&it.finding,
         loads ? "%s reads, as read-only, what this launch has written: %s"
               : "%s writes what this launch has read as read-only: %s",
         it.here, it.location);
    view_access(worker, access, &it);
}

void finding_other_device(struct worker *worker, const struct access *access)
{
    struct described it;
    if (!describe_access(worker, access, FINDING_OTHER_DEVICE, &it))
        return;
    keep(&it.finding, "%s of a kernel on device %d %s %u byte%s of device %d: %s", it.here,
         device_at_work, verb(access->kind, 0), access->size, plural(access->size),
         memory_device(access->address), it.location);
    view_access(worker, access, &it);
}

void finding_invalid_access(struct worker *worker, const struct access *access)
{
    char here[128], location[256];
    struct allocation *a =
        memory_contains(access->address) ? allocation_find(access->address) : NULL;
    struct finding finding = {.kind =
                                  a && a->freed ? FINDING_USE_AFTER_FREE : FINDING_OUT_OF_BOUNDS,
                              .pc = access->pc,
                              .count = 1};
    if (only_counts(worker, &finding))
        return;
    struct target target =
        target_find(worker, access->address,
                    a ? access->address : worker->counted.by_site[access->site].last_address);
    int is_others = target_is_of_another_kernel(worker, access->address, &target);
    finding.advice = is_others ? memory_advice(MEMORY_ADVICE_OTHER_KERNEL)
                     : target.shared && !*target.shared->name ? memory_advice(MEMORY_ADVICE_DYNAMIC)
                                                              : kind_advice(finding.kind);
    finding.array = array_of(&target);
    name_thread(worker, access->thread, worker->block.index, here, sizeof here);
    name_target(&target, access->address, location, sizeof location);
    keep(&finding, "%s %s %u byte%s at %s%s", here, verb(access->kind, 0), access->size,
         plural(access->size), location,
         is_others                                ? ", which this kernel does not have"
         : finding.kind == FINDING_USE_AFTER_FREE ? ", which were freed"
                                                  : "");
    struct view_about about = about_of(access, worker->block.index);
    view_finding(worker, &about, 1, target.allocation, target.shared, target.offset);
}
