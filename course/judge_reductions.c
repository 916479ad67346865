/*
 * The grader's host program for the kernel of step 16, with the operators, types and tiles of
 * course/reductions.h: see judging.h. A case's CHOICE is one of these. Each of its launches has
 * fresh elements, at an offset from 16 bytes that is one element larger; mail and tickets are 0
 * before the first. Handed back is the packed result, and for TICKET how many words of mail and
 * tickets are not 0 after the launch.
 */
#include <string.h>

#include "judging.h"
#include "reductions.h"

typedef void reduce(const void *input, unsigned long long *mail, unsigned *ticket, void *result,
                    size_t n, unsigned rounds, size_t tiles);

/* The instances, by the number of their reduction (course/symbols.c); those that are not drawn are
 * not there. */
#define INSTANCE(number) __attribute__((weak)) extern reduce course_kernel_##number
INSTANCE(1);
INSTANCE(2);
INSTANCE(3);
INSTANCE(4);
INSTANCE(5);
INSTANCE(6);
INSTANCE(7);
INSTANCE(8);
INSTANCE(9);
INSTANCE(10);
INSTANCE(11);
INSTANCE(12);
INSTANCE(13);
INSTANCE(14);
INSTANCE(15);
INSTANCE(16);
INSTANCE(17);
static reduce *const kernels[REDUCTIONS] = {NULL,
                                            course_kernel_1,
                                            course_kernel_2,
                                            course_kernel_3,
                                            course_kernel_4,
                                            course_kernel_5,
                                            course_kernel_6,
                                            course_kernel_7,
                                            course_kernel_8,
                                            course_kernel_9,
                                            course_kernel_10,
                                            course_kernel_11,
                                            course_kernel_12,
                                            course_kernel_13,
                                            course_kernel_14,
                                            course_kernel_15,
                                            course_kernel_16,
                                            course_kernel_17};
_Static_assert(sizeof kernels / sizeof *kernels == 18, "a row for each");

struct arguments {
    reduce *kernel;
    const void *input;
    unsigned long long *mail;
    unsigned *ticket;
    union accumulator *result;
    size_t n, tiles;
    unsigned rounds;
};

/* How many values and tickets the tiles need, as step16_any_type/meeting.h has it. */
static size_t meeting_size(size_t tiles)
{
    return tiles + tiles / 511 + 64;
}

/*
 * What is late of a value that a tile which does not run has left: all words but the first. They
 * come when the first thread of all is done. Who draws the last ticket has to wait for them, as the
 * simulator does not interrupt a thread between two words.
 */
static struct {
    unsigned long long *mail, words[DRAWN_WORDS_MOST]; /* 0: none is late */
    unsigned count, threads, begun;
    int has_come;
} late;

/* A launch that is made twice begins with the same memory: they are late again. */
static void begin_late(void)
{
    if (late.mail != NULL &&
        __atomic_fetch_add(&late.begun, 1, __ATOMIC_SEQ_CST) % late.threads == 0)
        __atomic_store_n(&late.has_come, 0, __ATOMIC_SEQ_CST);
}

static void end_late(void)
{
    if (late.mail == NULL || __atomic_exchange_n(&late.has_come, 1, __ATOMIC_SEQ_CST))
        return;
    for (unsigned i = 1; i < late.count; i++)
        __atomic_store_n(&late.mail[i], late.words[i], __ATOMIC_SEQ_CST);
}

static void body(void *kept)
{
    struct arguments *it = kept;

    begin_late();
    name_shared_memory();
    it->kernel(it->input, it->mail, it->ticket, it->result, it->n, it->rounds, it->tiles);
    end_late();
}

/* Of chosen tiles theirs alone are there. */
static void *make_some(const struct judged *it, const struct numbers *numbers, size_t offset,
                       void **allocated)
{
    enum reduction reduction = it->choice;
    size_t size = reductions[reduction].element, tile = tile_elements(reduction);

    *allocated = new_array(it, "input", it->n * size + offset);
    char *input = (char *)*allocated + offset;

    for (unsigned i = 0; i < it->chosen; i++)
        for (size_t place = it->blocks[i] * tile; place < it->n; place++) {
            if (place == (it->blocks[i] + 1) * tile)
                break;
            element_at(reduction, numbers, place, input + place * size);
        }
    return input;
}

/* In pieces, as copy_all does. */
static void copy_elements(enum reduction reduction, const struct numbers *numbers, size_t n,
                          char *device)
{
    enum { PIECE = 1 << 13, LARGEST = 16 /* bytes of an element */ };
    static char piece[PIECE * LARGEST];
    size_t size = reductions[reduction].element;

    for (size_t first = 0, end; first < n; first = end) {
        end = n - first < PIECE ? n : first + PIECE;
        for (size_t place = first; place < end; place++)
            element_at(reduction, numbers, place, piece + (place - first) * size);
        CHECK(
            cudaMemcpy(device + first * size, piece, (end - first) * size, cudaMemcpyHostToDevice));
    }
}

/* The elements of a launch, in device memory. */
static void *make_input(const struct judged *it, unsigned launch, void **allocated)
{
    enum reduction reduction = it->choice;
    size_t size = reductions[reduction].element;
    size_t offset = (it->offset + launch) % pack_elements(reduction) * size;
    struct numbers numbers = {it->seed + launch, it->kind, 1, it->n};

    if (it->chosen > 0)
        return make_some(it, &numbers, offset, allocated);
    *allocated = new_array(it, "input", it->n * size + offset);
    char *input = (char *)*allocated + offset;

    copy_elements(reduction, &numbers, it->n, input);
    return input;
}

/* How many words of device memory are not 0, if it can be read. */
static unsigned count_left(const void *device, size_t words)
{
    unsigned *host = allocate(words * sizeof *host), left = 0;

    if (cudaMemcpy(host, device, words * sizeof *host, cudaMemcpyDeviceToHost) == cudaSuccess)
        for (size_t i = 0; i < words; i++)
            left += host[i] != 0;
    free(host);
    return left;
}

static int is_chosen(const struct judged *it, size_t tile)
{
    for (unsigned i = 0; i < it->chosen; i++)
        if (it->blocks[i] == tile)
            return 1;
    return 0;
}

/* Where the chosen tiles meet others on some level: all values of a group, and its tickets. */
struct met {
    unsigned level, members, arriving; /* so many of the members run */
    size_t first;                      /* the first member's place among those of this level */
    unsigned long long *mail;          /* that member's */
    unsigned *ticket;
};

/* Takes back all words but the first of a value: they come late. */
static void make_late(const struct judged *it, unsigned long long *mail, unsigned words)
{
    late.mail = mail;
    late.count = words;
    late.threads = it->chosen * it->block;
    late.begun = 0;
    for (unsigned i = 1; i < words; i++) {
        late.words[i] = mail[i];
        mail[i] = 0;
    }
}

/* Leaves what the members that do not run would have left: step16_any_type/meeting.h. */
static unsigned post_others(const struct judged *it, const struct met *met, size_t arriving)
{
    unsigned words = reductions[it->choice].words, others = met->members;

    *met->ticket = met->members - met->arriving;
    for (unsigned i = 0; i < met->members; i++) {
        union accumulator value =
            value_of_other(it->choice, it->n, it->seed, met->level, met->first + i);
        unsigned parts[sizeof value / sizeof(unsigned)];
        int runs = met->level == 0 ? is_chosen(it, i + met->first) : i + met->first == arriving;

        memcpy(parts, &value, sizeof value);
        for (unsigned word = 0; word < words; word++)
            met->mail[i * words + word] = runs ? 0 : 1ULL << 32 | parts[word];
        if (met->level == 0 && it->order == ALL_BEGIN && it->chosen > 1 && words > 1 && !runs)
            others = i;
    }
    if (others < met->members)
        make_late(it, met->mail + others * words, words);
    return 0;
}

/* How many words of their mail and tickets are left that are not 0. */
static unsigned count_met(const struct judged *it, const struct met *met, size_t arriving)
{
    unsigned left = *met->ticket != 0;

    (void)arriving;
    for (unsigned i = 0; i < met->members * reductions[it->choice].words; i++)
        left += met->mail[i] != 0;
    return left;
}

/* Visits the groups on the chosen tiles' way, from level to level; returns the visits' sum. */
static unsigned visit_met(const struct judged *it, const struct arguments *arguments,
                          unsigned (*visit)(const struct judged *, const struct met *, size_t))
{
    struct met met = {.arriving = it->chosen};
    unsigned long long *mail = arguments->mail;
    unsigned *ticket = arguments->ticket, sum = 0;
    size_t at = it->blocks[0];

    for (size_t count = arguments->tiles; count > 1; met.level++) {
        size_t group = at / TILES_OF_GROUP, groups = (count - 1) / TILES_OF_GROUP + 1;

        met.first = group * TILES_OF_GROUP;
        met.members = count - met.first < TILES_OF_GROUP ? (unsigned)(count - met.first)
                                                         : (unsigned)TILES_OF_GROUP;
        met.mail = mail + met.first * reductions[it->choice].words;
        met.ticket = ticket + group;
        sum += visit(it, &met, at);
        mail += count * reductions[it->choice].words;
        ticket += groups;
        at = group;
        count = groups;
        met.arriving = 1;
    }
    return sum;
}

static void judge_launch(const struct judged *it, struct arguments *arguments, unsigned number)
{
    enum reduction reduction = it->choice;
    size_t places = meeting_size(arguments->tiles), words = reductions[reduction].words;
    size_t bytes = words * sizeof(unsigned);
    static char names[REDUCTIONS][96]; /* they are printed in the end */
    union accumulator result = {0};
    struct handed_back answer = {0};
    void *allocated;

    arguments->input = make_input(it, number, &allocated);
    snprintf(names[reduction], sizeof names[reduction], "%s (%s)", it->name,
             reductions[reduction].name);
    CHECK(cudaMemset(arguments->result, number % 3 == 1 ? 0 : POISON, bytes));
    late.mail = NULL;
    if (it->chosen > 0)
        visit_met(it, arguments, post_others);
    answer.error = launch(&(struct launching){.name = names[reduction],
                                              .grid = it->grid,
                                              .block = it->block,
                                              .chosen = it->chosen,
                                              .blocks = it->blocks,
                                              .order = it->order,
                                              .body = body,
                                              .function = (const void *)arguments->kernel,
                                              .arguments = arguments,
                                              .bytes = sizeof *arguments});

    if (answer.error == cudaSuccess)
        answer.error = cudaMemcpy(&result, arguments->result, bytes, cudaMemcpyDeviceToHost);
    answer.sum = packed(reduction, &result, it->n);
    answer.ticket = it->chosen > 0 ? visit_met(it, arguments, count_met)
                                   : count_left(arguments->mail, places * words * 2) +
                                         count_left(arguments->ticket, places);
    hand_back(it, number, &answer);
    CHECK(cudaFree(allocated));
}

static void judge(const struct judged *it)
{
    draw_reductions(it->seed, it->asked);
    if (it->choice >= REDUCTIONS || !is_drawn(it->choice))
        exit(EXIT_BAD_USAGE);
    enum reduction reduction = it->choice;
    struct arguments arguments = {.kernel = kernels[reduction],
                                  .n = it->n,
                                  .tiles = tiles_of(reduction, it->n),
                                  .rounds = reductions[reduction].rounds};
    size_t places = meeting_size(arguments.tiles);
    size_t bytes = reductions[reduction].words * sizeof(unsigned); /* of an accumulator */

    arguments.result = new_array(it, "result", bytes);
    arguments.mail = new_array(it, "mail", 2 * places * bytes);
    arguments.ticket = new_array(it, "ticket", places * sizeof(unsigned));
    if (it->chosen == 0) { /* what chosen tiles meet is set in time */
        CHECK(cudaMemset(arguments.mail, 0, 2 * places * bytes)); /* once, for all launches */
        CHECK(cudaMemset(arguments.ticket, 0, places * sizeof(unsigned)));
    }
    for (unsigned number = 0; number < it->launches; number++)
        judge_launch(it, &arguments, number);
    CHECK(cudaFree(arguments.mail));
    CHECK(cudaFree(arguments.ticket));
    CHECK(cudaFree(arguments.result));
}

int main(int argc, char **argv)
{
    return judge_cases(argc, argv, judge);
}
