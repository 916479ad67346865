#include "judging.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/prctl.h>

#include "confined.h"
#include "draw.h"
#include "named.h"
#include "sim/sim.h"

/* Arrays in shared memory that are declared outside of functions: a table of the linker's. */
extern void (*const __start_sim_shared_outside[])(void) __attribute__((weak));
extern void (*const __stop_sim_shared_outside[])(void) __attribute__((weak));

/* The compiler's instrumentation calls it before main, in code that is not taken over here. */
void __tsan_init(void);

static FILE *verdicts;
static int is_path_new; /* of a launch since the last line */

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
                                     .chosen = it->chosen > 0 ? it->blocks : NULL,
                                     .chosen_count = it->chosen,
                                     .from_last = it->order == FROM_LAST,
                                     .all_begin = it->order == ALL_BEGIN,
                                     .function = it->function,
                                     .name = it->name,
                                     .file = "the grader's launch",
                                     .line = 1,
                                     .body = it->body,
                                     .arguments = it->arguments,
                                     .values = it->arguments,
                                     .value_bytes = it->bytes};

    sim_launch(&description);
    cudaError_t error = cudaDeviceSynchronize();

    is_path_new |= sim_path_is_new();
    return error;
}

/* The parts of the chosen blocks; before: of how many blocks parts stand before the first one's. */
static void draw_parts(const struct judged *it, const struct numbers *numbers, int *input,
                       size_t before, size_t part)
{
    for (unsigned i = 0; i < it->chosen; i++) {
        size_t first = (before + it->blocks[i]) * part, end = first + part;

        draw_numbers(numbers, first, end < it->n ? end : it->n, input + first);
    }
}

/* Of this no more is touched than somebody writes, so it may be vast. */
static void *new_untouched(size_t bytes)
{
    void *memory;

    CHECK(sim_malloc_unfilled(&memory, bytes));
    return memory;
}

/* What is drawn for the case alone. */
static struct draw draw_of(const struct judged *it, const char *purpose)
{
    return draw_begin(it->seed + 1000 * it->number + (unsigned)it->n, purpose);
}

void *new_array(const struct judged *it, const char *array, size_t bytes)
{
    struct draw draw = draw_of(it, array);
    void *memory;

    sim_place_allocations(256 * draw_between(&draw, 0, 1));
    if (it->chosen > 0)
        memory = new_untouched(bytes);
    else
        CHECK(cudaMalloc(&memory, bytes));
    sim_place_allocations(0);
    return memory;
}

/* Judges the case with its arrays at multiples of 512 bytes that are drawn. */
static void judge_elsewhere(const struct judged *it, void (*judge)(const struct judged *it))
{
    enum { ALIGNMENT = 512, MOST = 63 };
    struct draw draw = draw_of(it, "memory before");
    void *before;

    if (it->chosen > 0) { /* its arrays are elsewhere, behind those of the case before */
        judge(it);
        return;
    }
    /* one byte: more of them would be filled, and nobody reads any */
    sim_place_allocations(ALIGNMENT * draw_between(&draw, 1, MOST));
    CHECK(cudaMalloc(&before, 1));
    sim_place_allocations(0);
    judge(it);
    CHECK(cudaFree(before));
}

/* In pieces: fresh pages of the host for all numbers would take longer than drawing them. */
void copy_all(const struct numbers *numbers, int *device)
{
    enum { PIECE = 1 << 14 };
    static int piece[PIECE];

    for (size_t first = 0, end; first < numbers->count; first = end) {
        end = numbers->count - first < PIECE ? numbers->count : first + PIECE;
        draw_numbers(numbers, first, end, piece);
        CHECK(
            cudaMemcpy(device + first, piece, (end - first) * sizeof(int), cudaMemcpyHostToDevice));
    }
}

int *make_numbers(const struct judged *it, const struct numbers *numbers, int **allocated)
{
    size_t place = (it->number + it->number / PLACES) % PLACES;
    size_t before = it->offset + place * SECTOR;

    *allocated = new_array(it, "input", (before + it->n) * sizeof(int));
    if (it->chosen > 0)
        draw_parts(it, numbers, *allocated + before, 0, (size_t)it->share * it->block);
    else
        copy_all(numbers, *allocated + before);
    return *allocated + before;
}

int *make_walked_numbers(const struct judged *it, const struct numbers *numbers, int **allocated)
{
    size_t part = walked_part(it->block);

    if (it->chosen == 0)
        return make_numbers(it, numbers, allocated);
    int *input = *allocated = new_array(it, "input", it->n * sizeof(int));

    for (size_t before = 0; before * part < it->n; before += it->grid)
        draw_parts(it, numbers, input, before, part);
    return input;
}

void hand_back(const struct judged *it, unsigned launch, const struct handed_back *answer)
{
    fprintf(verdicts, "%u %u %u %lld %d %u %u %" PRIu64 " %" PRIu64 " %d\n", it->number, launch,
            it->grid, answer->sum, (int)answer->error, answer->ticket, answer->idle,
            answer->blocks.in_places, answer->blocks.in_any_places, is_path_new);
    is_path_new = 0;
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

/* Numbers that the grader has written to stdin. */
static void read_names(void)
{
    static int named[NAMED_MOST];
    unsigned count = 0;

    if (scanf("%u", &count) != 1 || count > NAMED_MOST)
        exit(EXIT_BAD_USAGE);
    for (unsigned i = 0; i < count; i++)
        if (scanf("%d", &named[i]) != 1)
            exit(EXIT_BAD_USAGE);
    name_numbers(named, count);
}

static void read_blocks(struct judged *it)
{
    it->blocks = it->chosen > 0 ? allocate(it->chosen * sizeof *it->blocks) : NULL;
    for (unsigned i = 0; i < it->chosen; i++)
        if (scanf("%" SCNu64, &it->blocks[i]) != 1 || it->blocks[i] >= it->grid)
            exit(EXIT_BAD_USAGE);
}

/* The case of an argument; ends the program where it is none. */
static struct judged read_case(const struct judged *of_all, const char *text, unsigned number)
{
    struct judged it = *of_all;

    it.number = number;
    if (sscanf(text, "%zu:%u:%u:%u:%u:%u:%u:%u:%u:%u", &it.n, &it.block, &it.choice, &it.offset,
               &it.kind, &it.chosen, &it.grid, &it.order, &it.launches, &it.instance) < 9 ||
        it.n == 0 || it.block == 0 || it.choice == 0 || it.grid == 0 || it.launches == 0)
        exit(EXIT_BAD_USAGE);
    read_blocks(&it);
    return it;
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
    struct judged of_all = {0};
    struct judged *cases;
    int has_chosen = 0;

    verdicts = fdopen(VERDICTS, "w");
    if (verdicts == NULL || argc < 4 || scanf("%u", &of_all.seed) != 1 ||
        sscanf(argv[2], "%u:%u:%u:%u", &of_all.share, &of_all.shared, &of_all.are_compared,
               &of_all.asked) < 3)
        return EXIT_BAD_USAGE;
    of_all.name = argv[1];
    cases = allocate((size_t)(argc - 3) * sizeof *cases);
    for (int i = 3; i < argc; i++) {
        cases[i - 3] = read_case(&of_all, argv[i], (unsigned)(i - 3));
        has_chosen |= cases[i - 3].chosen > 0;
    }
    if (has_chosen) /* of blocks here and there a huge page for each would take seconds */
        prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    read_names();
    keep_source(argv[0]);
    if (!give_up_rights())
        return EXIT_CUDA_FAILURE;
    __tsan_init();
    sim_keep_memory_open(); /* the host code is the grader's own */
    if (of_all.are_compared)
        sim_watch_paths();
    sim_findings_end_with(EXIT_WRONG_SUM);
    for (int i = 3; i < argc; i++)
        judge_elsewhere(&cases[i - 3], judge);
    return EXIT_RIGHT_SUM;
}
