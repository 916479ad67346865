/*
 * __device__, __constant__ and __managed__ variables. They are variables of the program itself,
 * with stand-in addresses in the arena for their shadow.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cuda_api/copies.h"
#include "base/current_device.h"
#include "base/errors.h"
#include "base/site.h"
#include "check/describe.h"
#include "launch/handles.h"
#include "report/findings.h"
#include "memory/memory.h"
#include "memory/variables.h"
#include "base/settings.h"
#include "sim/sim.h"

#define ALL_DEVICES ((1 << DEVICES_MOST) - 1)

static struct sim_variable *variables;

void sim_register_variable(struct sim_variable *variable)
{
    variable->next = variables;
    variables = variable;
    enum allocation_kind kind =
        variable->kind == SIM_VARIABLE_CONSTANT ? ALLOCATION_CONSTANT : ALLOCATION_VARIABLE;
    struct allocation *stand_in =
        allocation_stand_in((uintptr_t)variable->address, variable->size, kind, variable->name, 0);
    if (!stand_in) {
        fprintf(stderr, "simulator: variable %s is too large\n", variable->name);
        exit(3);
    }
    stand_in->managed_variable = variable->kind == SIM_VARIABLE_MANAGED;
    stand_in->address_given = stand_in->managed_variable ? ALL_DEVICES : 0;
    if (!stand_in->managed_variable)
        variables_add(stand_in);
}

static const struct sim_variable *find(const void *symbol)
{
    for (const struct sim_variable *v = variables; v; v = v->next)
        if (v->address == symbol)
            return v;
    return NULL;
}

static cudaError_t copy_symbol(void *target, const void *source, const void *symbol, size_t size,
                               size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                               int waits, uintptr_t pc, const char *call)
{
    const struct sim_variable *variable = find(symbol);
    if (error_sticky())
        return error_sticky();
    if (!variable)
        return error_set(cudaErrorInvalidSymbol);
    if (offset > variable->size || size > variable->size - offset) {
        if (settings.checks)
            finding_on_host(FINDING_INVALID_ARGUMENT, pc,
                            "%s: %zu byte%s at offset %zu of %s, "
                            "which has %zu byte%s",
                            call, size, plural(size), offset, variable->name, variable->size,
                            plural(variable->size));
        return error_set(cudaErrorInvalidValue);
    }
    char *address = (char *)variable->address + offset;
    target = target ? target : address;
    source = source ? source : address;
    return copy_timed(copy_bytes_on(current_device(), target, source, size, kind, pc, call), target,
                      source, size, stream, waits);
}

static cudaError_t copy_to(const void *symbol, const void *source, size_t size, size_t offset,
                           enum cudaMemcpyKind kind, cudaStream_t stream, int waits, uintptr_t pc,
                           const char *call)
{
    if (!source || kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
        return error_set(source ? cudaErrorInvalidMemcpyDirection : cudaErrorInvalidValue);
    return copy_symbol(NULL, source, symbol, size, offset, kind, stream, waits, pc, call);
}

static cudaError_t copy_from(void *target, const void *symbol, size_t size, size_t offset,
                             enum cudaMemcpyKind kind, cudaStream_t stream, int waits, uintptr_t pc,
                             const char *call)
{
    if (!target || kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
        return error_set(target ? cudaErrorInvalidMemcpyDirection : cudaErrorInvalidValue);
    return copy_symbol(target, NULL, symbol, size, offset, kind, stream, waits, pc, call);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t size, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return copy_to(symbol, source, size, offset, kind, NULL, 1, CALLER, "cudaMemcpyToSymbol");
}

cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t size, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return copy_from(target, symbol, size, offset, kind, NULL, 1, CALLER, "cudaMemcpyFromSymbol");
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpyToSymbolAsync");
    if (error)
        return error;
    return copy_to(symbol, source, size, offset, kind, stream, 0, CALLER,
                   "cudaMemcpyToSymbolAsync");
}

cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = stream_check(stream, CALLER, "cudaMemcpyFromSymbolAsync");
    if (error)
        return error;
    return copy_from(target, symbol, size, offset, kind, stream, 0, CALLER,
                     "cudaMemcpyFromSymbolAsync");
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    const struct sim_variable *variable = find(symbol);
    if (!pointer || !variable)
        return error_set(pointer ? cudaErrorInvalidSymbol : cudaErrorInvalidValue);
    *pointer = variable->address;
    allocation_of_host((uintptr_t)variable->address)->address_given |= 1 << current_device();
    return error_sticky();
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    const struct sim_variable *variable = find(symbol);
    if (!size || !variable)
        return error_set(size ? cudaErrorInvalidSymbol : cudaErrorInvalidValue);
    *size = variable->size;
    return error_sticky();
}
