/*
 * Vectors and matrices in memory: see operand.h.
 */
#include "cublas/operand.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/settings.h"
#include "check/describe.h"
#include "check/watched.h"
#include "memory/host_writes.h"
#include "memory/memory.h"
#include "memory/peers.h"

size_t operand_size(const struct operand *o)
{
    return o->rows && o->columns ? ((o->columns - 1) * o->ld + o->rows) * element_size(o->type) : 0;
}

int operand_is_dense(const struct operand *o)
{
    return o->ld == o->rows || o->columns == 1;
}

size_t operand_at(const struct operand *vector, size_t i)
{
    return vector->columns == 1 ? 0
                                : (vector->is_backward ? vector->columns - 1 - i : i) * vector->ld;
}

const char *operand_name(const struct operand *o, char *text, size_t size)
{
    if (o->matrix < 0)
        return o->name;
    snprintf(text, size, "%s of matrix %ld of the batch", o->name, o->matrix);
    return text;
}

int operand_is_a_devices(const void *pointer)
{
    return memory_is_a_devices((uintptr_t)pointer);
}

static struct allocation *allocation_around(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    return memory_contains(address) ? allocation_find(address) : allocation_of_host(address);
}

/* Bytes from the allocation's start to the operand. */
static size_t offset_in(const struct allocation *a, const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    return address - (memory_contains(address) ? a->start : a->real);
}

/* ---- Where it is --------------------------------------------------------------------------- */

/* "3 x 4 floats with a leading dimension of 5", "10 floats with an increment of 2" */
static void describe(const struct operand *o, char *text, size_t size)
{
    if (o->is_vector && o->ld == 1)
        snprintf(text, size, "%zu %s", o->columns, element_names(o->type));
    else if (o->is_vector)
        snprintf(text, size, "%zu %s with an increment of %zu", o->columns, element_names(o->type),
                 o->ld);
    else
        snprintf(text, size, "%zu x %zu %s with a leading dimension of %zu", o->rows, o->columns,
                 element_names(o->type), o->ld);
}

static int complain(struct complaint *complaint, enum finding_kind kind, const char *advice)
{
    complaint->kind = kind;
    complaint->advice = advice;
    return 1;
}

static int is_too_small(const struct operand *o, const struct allocation *a, const char *name,
                        struct complaint *complaint)
{
    char elements[120];
    size_t offset = offset_in(a, o->first), size = operand_size(o);
    if (size <= a->size - offset)
        return 0;
    describe(o, elements, sizeof elements);
    snprintf(complaint->what, sizeof complaint->what,
             "%s is too small: %s take %zu bytes, and there are %zu at offset %zu of an allocation "
             "of %zu byte%s",
             name, elements, size, a->size - offset, offset, a->size, plural(a->size));
    return complain(
        complaint, FINDING_OUT_OF_BOUNDS,
        o->is_vector
            ? "Allocate (n - 1) * increment + 1 elements, or pass the number of those that there "
              "are: in gemv, x and y change their lengths with the transposition."
            : "Allocate leading dimension * columns elements. Matrices lie column by column, with "
              "the rows and columns that they have before a transposition.");
}

int operand_wrong(const struct operand *o, int device, struct complaint *complaint)
{
    char text[100];
    const char *name = operand_name(o, text, sizeof text);
    struct allocation *a = o->first ? allocation_around(o->first) : NULL;
    char *what = complaint->what;
    size_t room = sizeof complaint->what;
    if (!o->first) {
        snprintf(what, room, "%s is a null pointer", name);
        return complain(complaint, FINDING_NULL_POINTER, NULL);
    }
    if (!a && !operand_is_a_devices(o->first)) {
        snprintf(what, room, "%s is a pointer to the host's memory, where the device's must be",
                 name);
        return complain(complaint, FINDING_HOST_POINTER,
                        "Allocate memory of the device with cudaMalloc, copy the data there "
                        "(cublasSetMatrix, cudaMemcpy) and pass that pointer.");
    }
    if (!a) {
        snprintf(what, room, "%s is a device address that belongs to no allocation", name);
        return complain(complaint, FINDING_OUT_OF_BOUNDS,
                        "Pass a pointer that cudaMalloc gave, or one into its memory.");
    }
    if (a->freed) {
        snprintf(what, room, "%s is memory that was freed", name);
        return complain(complaint, FINDING_USE_AFTER_FREE,
                        "Free memory only after the last call that uses it.");
    }
    if (memory_is_a_devices(a->start) && !peers_reach(device, a->device)) {
        snprintf(what, room, "%s is memory of device %d, but the handle's device is %d", name,
                 a->device, device);
        return complain(complaint, FINDING_OTHER_DEVICE, NULL);
    }
    if ((uintptr_t)o->first % element_size(o->type)) {
        snprintf(what, room, "%s is at an address that is no multiple of %zu", name,
                 element_size(o->type));
        return complain(complaint, FINDING_MISALIGNED, NULL);
    }
    return is_too_small(o, a, name, complaint);
}

/* ---- What was written ------------------------------------------------------------------------ */

/* The state of its first byte, or NULL. */
static uint8_t *state_of(const struct operand *o, const struct allocation *a)
{
    if (!settings_recording() || !settings.checks)
        return NULL;
    return memory.state + (a->start - memory.base) + offset_in(a, o->first);
}

static size_t bytes_of_run(const struct operand *o)
{
    return operand_is_dense(o) ? operand_size(o) : o->rows * element_size(o->type);
}

static size_t runs(const struct operand *o)
{
    return operand_is_dense(o) ? 1 : o->columns;
}

int operand_unwritten(const struct operand *o, struct complaint *complaint)
{
    char text[100];
    struct allocation *a = allocation_around(o->first);
    const uint8_t *state = state_of(o, a), *found = NULL;
    size_t element = element_size(o->type), length = bytes_of_run(o);
    if (!state || !operand_size(o))
        return 0;
    host_writes_see(a, offset_in(a, o->first), operand_size(o));
    for (size_t run = 0; run < runs(o) && !found && !a->written; run++)
        found = memchr(state + run * o->ld * element, STATE_UNWRITTEN, length);
    if (!found)
        return 0;
    size_t at = (size_t)(found - state) / element, column = at / o->ld, row = at % o->ld;
    const char *name = operand_name(o, text, sizeof text);
    if (o->is_vector)
        snprintf(complaint->what, sizeof complaint->what,
                 "element %zu of %s (counted from 0, in memory's order) was written by nobody",
                 column, name);
    else
        snprintf(complaint->what, sizeof complaint->what,
                 "row %zu, column %zu of %s (counted from 0, as the matrix is stored) was written "
                 "by nobody",
                 row, column, name);
    return complain(complaint, FINDING_UNINITIALISED,
                    "Write the memory before the call: new memory holds anything, and zeros only "
                    "by chance. Copy all rows and columns to it, or set it with cudaMemset; with "
                    "beta 0, cuBLAS does not read C or y.");
}

void operand_written(const struct operand *o)
{
    struct allocation *a = allocation_around(o->first);
    size_t element = element_size(o->type), length = bytes_of_run(o);
    uint8_t *state = state_of(o, a);
    if (!operand_size(o))
        return;
    memory_touch((uintptr_t)o->first, operand_size(o));
    for (size_t run = 0; state && run < runs(o) && !a->written; run++)
        memset(state + run * o->ld * element, STATE_WRITTEN, length);
    if (operand_is_dense(o) && operand_size(o) == a->size)
        a->written |= state != NULL;
}

/* ---- Two of them ----------------------------------------------------------------------------- */

int operands_overlap(const struct operand *one, const struct operand *other)
{
    size_t i = 0, k = 0;
    if (!operand_size(one) || !operand_size(other))
        return 0;
    while (i < runs(one) && k < runs(other)) {
        uintptr_t a = (uintptr_t)one->first + i * one->ld * element_size(one->type);
        uintptr_t b = (uintptr_t)other->first + k * other->ld * element_size(other->type);
        if (a + bytes_of_run(one) <= b)
            i++;
        else if (b + bytes_of_run(other) <= a)
            k++;
        else
            return 1;
    }
    return 0;
}
