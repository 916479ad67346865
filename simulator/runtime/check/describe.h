/*
 * Findings of the blocks that run: what is wrong, said in words of threads, blocks and arrays.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stddef.h>
#include <stdint.h>

#include "base/worker.h"
#include "check/race.h"
#include "report/findings.h"

#define BLOCK_UNKNOWN UINT64_MAX

/*
 * Notes a finding at a pc, and at another one (0: none). what: one line that
 * says what happened, printf-like. The same finding again only counts. In a
 * parallel run it instead makes the launch start again, serially.
 */
void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                 uintptr_t other_pc, const char *what, ...)
    __attribute__((format(printf, 5, 6)));

/* Counts the finding if it was noted before in this launch; 1 if so. Saves naming everything. */
int finding_again(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                  uintptr_t other_pc);

/* Findings about accesses, with what they need said. */
void finding_race(struct worker *worker, const struct access *access,
                  const struct access *other, uint64_t other_block);
void finding_invalid_access(struct worker *worker, const struct access *access);
void finding_uninitialised(struct worker *worker, const struct access *access);

/* Names a thread of the running block, or an address, in a buffer of the caller's. */
const char *name_thread(const struct worker *worker, unsigned thread, uint64_t block,
                        char *text, size_t size);
const char *name_address(struct worker *worker, uintptr_t address, char *text, size_t size);

#endif
