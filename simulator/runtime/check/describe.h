/*
 * Findings of the running blocks, in words of threads, blocks and arrays.
 *
 * A finding counts only in the final run of a launch (struct run). In any other run, the first
 * finding makes the launch start again.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stddef.h>
#include <stdint.h>

#include "base/worker.h"
#include "check/race.h"
#include "check/target.h"
#include "report/findings.h"

/* Two accesses that nothing orders. */
struct race {
    struct access access, earlier;
    uint64_t block, earlier_block; /* theirs; linear indices */
    enum finding_level level;
    enum race_advice advice;
    unsigned times; /* how many lanes did the same at once; this is the first */
};

/*
 * Notes an error at a pc, and at another one (0: none). what: the event in one line, printf-like. A
 * finding that is there already is only counted.
 */
void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc, uintptr_t other_pc,
                 const char *what, ...) __attribute__((format(printf, 5, 6)));

/*
 * 1 if a finding of this kind, with the kind's advice, needs no text: there is the same one, which
 * this call counts, or the launch starts again. Ask before a text is made that takes long: a kernel
 * may make its mistake a million times.
 */
int finding_is_known(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                     uintptr_t other_pc);

/* Notes an error as finding_add does, or a note, with an advice of its own. */
void finding_add_advising(struct worker *worker, enum finding_kind kind, enum finding_level level,
                          const char *advice, uintptr_t pc, uintptr_t other_pc, const char *what,
                          ...) __attribute__((format(printf, 7, 8)));

/* What makes two races one finding: their lines, and what is said of them. */
struct race_lines {
    uintptr_t pc, other_pc;
    int between_blocks;
    enum finding_level level;
    enum race_advice advice;
    unsigned times;
};

/* finding_is_known for a race. Ask before the race is put together. */
int finding_race_is_known(struct worker *worker, const struct race_lines *lines);

/* Findings about accesses. */
void finding_race(struct worker *worker, const struct race *race);
void finding_invalid_access(struct worker *worker, const struct access *access);
void finding_other_device(struct worker *worker, const struct access *access);
void finding_uninitialised(struct worker *worker, const struct access *access);
/* The launch writes what it loads on the read-only way; access: the later, other_pc: the earlier.
 */
void finding_read_only(struct worker *worker, const struct access *access, uintptr_t other_pc);

/*
 * The name of a thread of the running block, of an address (worker: NULL on the host), or of the
 * array that an address was meant for. Written to a buffer of the caller's.
 */
const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block, char *text,
                        size_t size);
const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size);
const char *name_target(const struct target *target, uintptr_t address, char *text, size_t size);

/* The ending of "byte" for that number of bytes. */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

#endif
