#include "view/arrays.h"

#include <pthread.h>

#include "base/allocate.h"
#include "view/parameters.h"
#include "view/recorded.h"

#define ARRAYS_MOST 1000 /* of a launch; further arrays count as none */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int same_place(const struct view_array *a, const struct view_array *b)
{
    return a->global == b->global && a->start == b->start && a->size == b->size;
}

static unsigned place_of(const struct view_launch *launch, const struct view_array *array)
{
    unsigned number = 0;
    while (number < launch->array_count && !same_place(&launch->arrays[number], array))
        number++;
    return number;
}

/*
 * The array's number in the launch; adds it if it is new. The launch owns it then. allocation: of
 * global memory, or NULL.
 */
static unsigned number_of(struct view_array array, const char *name,
                          const struct allocation *allocation)
{
    struct view_launch *launch = view_current;
    pthread_mutex_lock(&lock);
    unsigned number = place_of(launch, &array);
    if (number == launch->array_count && number >= ARRAYS_MOST) {
        array = (struct view_array){.global = array.global, .kind = "none"};
        name = "";
        allocation = NULL;
        number = place_of(launch, &array);
    }
    if (number == launch->array_count) {
        launch->arrays = allocate_again(launch->arrays, (number + 1) * sizeof *launch->arrays);
        array.name = allocate_string(name);
        array.parameters =
            allocation ? view_parameters_of(view_run, allocation) : allocate_string("");
        launch->arrays[launch->array_count++] = array;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

static const char *kind_of(const struct allocation *allocation)
{
    switch (allocation->kind) {
    case ALLOCATION_MANAGED: return "managed";
    case ALLOCATION_PINNED: return "pinned";
    case ALLOCATION_REGISTERED: return "registered";
    case ALLOCATION_VARIABLE: return "variable";
    case ALLOCATION_CONSTANT: return "constant";
    case ALLOCATION_HEAP: return "heap";
    default: return "device";
    }
}

unsigned view_array_global(const struct allocation *a)
{
    if (!a)
        return number_of((struct view_array){.global = 1, .kind = "none"}, "", NULL);
    struct view_array array = {
        .global = 1,
        .start = a->start - memory.base,
        .size = a->size,
        .address = a->real,
        .kind = kind_of(a),
        .pc = a->name ? 0 : a->pc,
    };
    return number_of(array, a->name ? a->name : "", a);
}

unsigned view_array_shared(const struct shared_array *a)
{
    if (!a)
        return number_of((struct view_array){.kind = "none"}, "", NULL);
    struct view_array array = {
        .start = a->offset, .size = a->size, .kind = *a->name ? "shared" : "dynamic"};
    return number_of(array, a->name, NULL);
}

/* The distance of the address from the bytes [start, start + size). */
static uint64_t distance(uint64_t address, uint64_t start, size_t size)
{
    if (address < start)
        return start - address;
    return address < start + size ? 0 : address - (start + size) + 1;
}

static const struct allocation *nearest_allocation(uintptr_t address)
{
    const struct allocation *nearest = allocation_find(address);
    size_t count;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; (!nearest || distance(address, nearest->start, nearest->size)) && i < count;
         i++)
        if (!nearest || distance(address, list[i]->start, list[i]->size) <
                            distance(address, nearest->start, nearest->size))
            nearest = list[i];
    return nearest;
}

static const struct shared_array *nearest_shared(struct worker *worker, uintptr_t address)
{
    const struct shared_array *nearest = shared_memory_array(worker, address), *array;
    uint64_t offset = address - worker->shared.start;
    for (unsigned i = 0;
         !shared_memory_array(worker, address) && (array = shared_memory_number(worker, i)) != NULL;
         i++)
        if (!nearest || distance(offset, array->offset, array->size) <
                            distance(offset, nearest->offset, nearest->size))
            nearest = array;
    return nearest;
}

/* 1 if the array of that number has the offset. */
static int has_offset(unsigned number, uint64_t offset)
{
    pthread_mutex_lock(&lock);
    const struct view_array *array = &view_current->arrays[number];
    int has = offset - array->start < array->size;
    pthread_mutex_unlock(&lock);
    return has;
}

unsigned view_array_of(struct worker *worker, uintptr_t address, int global)
{
    unsigned *last = &viewed.last_array[global];
    uint64_t offset = address - (global ? memory.base : worker->shared.start);
    if (*last && has_offset(*last - 1, offset))
        return *last - 1;
    unsigned number = global ? view_array_global(nearest_allocation(address))
                             : view_array_shared(nearest_shared(worker, address));
    *last = number + 1;
    return number;
}
