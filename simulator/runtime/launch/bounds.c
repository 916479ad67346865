/*
 * Accesses outside of an array whose size the compiler knows: code that was compiled with
 * -fsanitize=bounds calls this before one. Accesses to a thread's own stack have no other hook.
 */
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "base/lane.h"
#include "base/run.h"
#include "check/describe.h"
#include "warp/record.h"

/* In the compiler's layout. */
struct type_name {
    uint16_t kind, bits; /* bits: 1 if it is signed, plus twice the logarithm of their number */
    char text[];
};

struct out_of_bounds {
    const char *file;
    uint32_t line, column;
    const struct type_name *array, *index;
};

__attribute__((used, visibility("default"))) void
__ubsan_handle_out_of_bounds(const struct out_of_bounds *place, uintptr_t index)
{
    struct worker *worker = this_worker;
    unsigned bits = 1u << (place->index->bits >> 1);
    int64_t value = (int64_t)index;
    char name[128];

    if (!worker || !worker->run)
        return; /* on the host */
    if ((place->index->bits & 1) && bits < 64)
        value = (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_OUT_OF_BOUNDS, (uintptr_t)__builtin_return_address(0), 0,
                "%s:%u: %s: place %lld of an array of type %s", place->file, place->line, name,
                (long long)value, place->array->text);
    run_stop(worker->run, cudaErrorIllegalAddress);
    lane_abandon(worker);
}
