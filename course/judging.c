#include "judging.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "confined.h"
#include "sim/sim.h"

/* Arrays in shared memory that are declared outside of functions: a table of the linker's. */
extern void (*const __start_sim_shared_outside[])(void) __attribute__((weak));
extern void (*const __stop_sim_shared_outside[])(void) __attribute__((weak));

/* The compiler's instrumentation calls it before main, in code that is not taken over here. */
void __tsan_init(void);

static FILE *verdicts;

void name_shared_memory(void)
{
    for (void (*const *name)(void) = __start_sim_shared_outside; name < __stop_sim_shared_outside;
         name++)
        (*name)();
}

cudaError_t launch(const struct launching *it)
{
    struct sim_launch description = {.grid = {it->grid, 1, 1},
                                     .block = {it->block, 1, 1},
                                     .dynamic_shared = it->shared,
                                     .at_ends = it->ends,
                                     .from_last = it->from_last != 0,
                                     .function = it->function,
                                     .name = it->name,
                                     .file = "the grader's launch",
                                     .line = 1,
                                     .body = it->body,
                                     .arguments = it->arguments,
                                     .values = it->arguments,
                                     .value_bytes = it->bytes};

    sim_launch(&description);
    return cudaDeviceSynchronize();
}

static void copy_between(const struct numbers *numbers, int *device, size_t first, size_t end)
{
    int *host = allocate((end - first) * sizeof(int));

    for (size_t place = first; place < end; place++)
        host[place - first] = number_at(numbers, place);
    CHECK(cudaMemcpy(device + first, host, (end - first) * sizeof(int), cudaMemcpyHostToDevice));
    free(host);
}

int *make_numbers(const struct judged *it, const struct numbers *numbers, int **allocated)
{
    size_t reach = (size_t)it->ends * it->share * it->block;
    size_t bytes = (it->n + it->offset) * sizeof(int);
    int *device;

    CHECK(sim_malloc_at_ends((void **)allocated, bytes,
                             it->ends == 0 ? bytes : (reach + it->offset) * sizeof(int)));
    device = *allocated + it->offset;
    if (it->ends == 0) {
        copy_between(numbers, device, 0, it->n);
    } else {
        copy_between(numbers, device, 0, reach);
        copy_between(numbers, device, (it->grid - it->ends) * (size_t)it->share * it->block, it->n);
    }
    return device;
}

void hand_back(const struct judged *it, unsigned launch, const struct handed_back *answer)
{
    fprintf(verdicts, "%u %u %u %lld %d %u %u %" PRIu64 " %" PRIu64 "\n", it->number, launch,
            it->grid, answer->sum, (int)answer->error, answer->ticket, answer->idle,
            answer->blocks.in_places, answer->blocks.in_any_places);
    fflush(verdicts);
    if (answer->error != cudaSuccess)
        exit(EXIT_CUDA_FAILURE);
}

int give_up_rights(void)
{
    if (!can_be_confined() || (sim_prepare_confinement() && confine()))
        return 1;
    fprintf(stderr, "the program with the kernel cannot confine itself: %s\n", strerror(errno));
    return 0;
}

/* A view shows the source, which stands beside the program. */
static void keep_source(const char *program)
{
    const char *slash = strrchr(program, '/');
    char path[4096];

    if (getenv("SIM_VIEW") == NULL || slash == NULL)
        return;
    snprintf(path, sizeof path, "%.*s/kernel.cu", (int)(slash - program), program);
    sim_keep_source(path);
}

int judge_cases(int argc, char **argv, void (*judge)(const struct judged *it))
{
    struct judged it = {0};

    verdicts = fdopen(VERDICTS, "w");
    if (verdicts == NULL || argc < 4 || scanf("%u", &it.seed) != 1)
        return EXIT_BAD_USAGE;
    keep_source(argv[0]);
    if (!give_up_rights())
        return EXIT_CUDA_FAILURE;
    __tsan_init();
    sim_findings_end_with(EXIT_WRONG_SUM);
    it.name = argv[1];
    it.share = (unsigned)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        it.number = (unsigned)(i - 3);
        if (sscanf(argv[i], "%u:%u:%u:%u:%u:%u:%u:%u:%u:%u", &it.n, &it.block, &it.choice,
                   &it.offset, &it.kind, &it.ends, &it.grid, &it.from_last, &it.launches,
                   &it.instance) < 9 ||
            it.n == 0 || it.block == 0 || it.choice == 0 || it.grid == 0 || it.launches == 0)
            return EXIT_BAD_USAGE;
        judge(&it);
    }
    return EXIT_RIGHT_SUM;
}
