#include "input.h"

#include "memory.h"
#include "random.h"

int *make_input(size_t n, unsigned int seed)
{
    int *numbers = allocate(n * sizeof *numbers);
    struct random_state state;

    random_start(&state, seed);
    for (size_t i = 0; i < n; i++)
        numbers[i] = random_next(&state) & 0xFF;
    return numbers;
}
