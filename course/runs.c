/*
 * Runs of a graded kernel: its input, its results.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exercises.h"
#include "grading.h"
#include "limited.h"
#include "run_limits.h"
#include "shapes/shape.h"

enum { ARGUMENTS_MOST = ANY_CASES_MOST + 40 };
#define VAST_MEMORY "SIM_MEMORY=75776M"
#define VAST_BYTES  (4000ull << 30)

const char *path_in(const struct subject *subject, const char *name)
{
    return new_text(subject->texts, "%s/%s", subject->folder, name);
}

unsigned grid_of(const struct exercise *exercise, const struct run_case *it)
{
    return it->grid != 0 ? it->grid : exercise->shape->work->grid(exercise, it);
}

unsigned blocks_run(const struct exercise *exercise, const struct run_case *it)
{
    return it->chosen > 0 ? it->chosen : grid_of(exercise, it);
}

int is_wrong(const struct run_case *it)
{
    return it->error != 0 || it->sum != it->expected || it->left != 0 || it->is_misplaced;
}

int is_right(const struct run_case *it)
{
    return it->judged == (it->launches > 0 ? it->launches : 1) && !is_wrong(it);
}

/*
 * Where the sum of one block alone is wrong, by e, that of all is wrong by e, and that by places by
 * e (2 block + 1): course/numbers.c.
 */
static void find_wrong_block(struct run_case *it, unsigned blocks, const struct block_sums *right,
                             const struct block_sums *found)
{
    uint64_t wrong_by = (uint64_t)it->sum - (uint64_t)it->expected;
    uint64_t in_places = found->in_places - right->in_places;

    it->has_wrong_block = 0;
    for (unsigned block = 0; wrong_by != 0 && block < blocks && !it->has_wrong_block; block++)
        if (wrong_by * (2ull * block + 1) == in_places) {
            it->has_wrong_block = 1;
            it->wrong_block = block;
        }
}

/* A launch's result; the first wrong launch of a case is kept. */
static void take_verdict(struct subject *subject, struct run_case *it, unsigned launch,
                         const struct block_sums *blocks)
{
    size_t of_block = (size_t)subject->exercise->data_blocks * it->block;
    /* what is beside whole fours may be any block's */
    int is_whole = of_block == 0 || (it->offset == 0 && it->n % of_block == 0);
    struct block_sums right = {0};

    it->launch = launch;
    it->expected = subject->exercise->shape->work->expected(
        subject->exercise, it, subject->grading->seed + launch, &right);
    /* a block that takes others than its own may have one of a pair alone: its sum wraps around */
    if (it->kind == PAIRS && of_block > 0 && (uint32_t)it->sum == (uint32_t)it->expected)
        it->sum = it->expected;
    find_wrong_block(it, grid_of(subject->exercise, it), &right, blocks);
    /* blocks that share out otherwise leave small sums that others have, too, by chance */
    it->is_misplaced = right.in_any_places == blocks->in_any_places &&
                       right.in_places != blocks->in_places && it->sum == it->expected &&
                       (is_whole || has_large_sums(it->kind));
    subject->shares_otherwise |=
        is_whole && it->sum == it->expected && right.in_any_places != blocks->in_any_places;
}

/* One line for each launch: course/judging.h. */
static void read_verdicts(struct subject *subject, const char *path, struct run_case *cases,
                          size_t count)
{
    FILE *file = fopen(path, "r");
    unsigned number, launch, grid, left, idle;
    struct block_sums blocks;
    long long sum;
    int error, is_new;

    while (file != NULL && fscanf(file, "%u %u %u %lld %d %u %u %" SCNu64 " %" SCNu64 " %d",
                                  &number, &launch, &grid, &sum, &error, &left, &idle,
                                  &blocks.in_places, &blocks.in_any_places, &is_new) == 10) {
        struct run_case *it = number < count ? &cases[number] : NULL;

        if (it == NULL || launch != it->judged || grid != grid_of(subject->exercise, it))
            break;
        if (it->judged++ > 0 && is_wrong(it))
            continue;
        it->sum = sum;
        it->error = error;
        it->left = left;
        it->idle = idle;
        it->is_path_new = is_new;
        take_verdict(subject, it, launch, &blocks);
    }
    if (file != NULL)
        fclose(file);
}

const char *log_of(const struct subject *subject, const char *name)
{
    return new_text(subject->texts, "%s/%s.log", subject->folder, name);
}

/* A case as the host program reads it: course/judging.h. */
static char *case_text(const struct subject *subject, const struct run_case *it)
{
    return new_text(subject->texts, "%zu:%u:%u:%u:%u:%u:%u:%u:%u:%u", it->n, it->block,
                    it->choice > 0 ? it->choice : 1, it->offset, (unsigned)it->kind, it->chosen,
                    grid_of(subject->exercise, it), (unsigned)it->order,
                    it->launches > 0 ? it->launches : 1, it->instance);
}

/* What a host program reads: the seed, the chosen blocks of each case, the named numbers. */
static char *input_text(struct subject *subject, const struct run_case *cases, size_t count)
{
    char *text, *kept;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);

    fprintf(file, "%u\n", subject->grading->seed);
    for (size_t i = 0; i < count; i++)
        for (unsigned block = 0; block < cases[i].chosen; block++)
            fprintf(file, "%u\n", cases[i].blocks[block]);
    fprintf(file, "%u\n", subject->named.count);
    for (unsigned i = 0; i < subject->named.count; i++)
        fprintf(file, "%d\n", subject->named.numbers[i]);
    fclose(file);
    kept = new_text(subject->texts, "%s", text);
    free(text);
    return kept;
}

/* course/confined.c filters the system's calls. */
static void say_crash(int signal, char *ending)
{
    if (signal == SIGSYS)
        snprintf(ending, ENDING_BYTES,
                 "the run was ended: it asked the system for what no kernel may have");
    else
        snprintf(ending, ENDING_BYTES, "the run crashed: %s", strsignal(signal));
}

/* How a run that was ended came to its end. */
static void say_ending(const struct command *command, enum ending how, int status, char *ending)
{
    switch (how) {
    case ENDED: snprintf(ending, ENDING_BYTES, "the run ended with exit status %d", status); break;
    case RAN_OUT_OF_TIME:
        snprintf(ending, ENDING_BYTES, "the run was over its limit of %d seconds of processor time",
                 command->seconds);
        break;
    case RAN_OUT_OF_REAL_TIME:
        snprintf(ending, ENDING_BYTES,
                 "the run did not end in %d seconds of real time, though it used less than %d "
                 "seconds of a processor: does it wait for something?",
                 command->real_time * command->seconds, command->seconds);
        break;
    case CRASHED: say_crash(status, ending); break;
    case NOT_STARTED: snprintf(ending, ENDING_BYTES, "the run could not be started"); break;
    }
}

/*
 * Runs the command. Times depend on the machine, the compiler and other programs: so a run over a
 * limit is tried once more, with much larger limits, and with one setting more, if there is one.
 * Once a kernel is over these, too, none of its other runs is tried again.
 */
static int run_in_time(struct subject *subject, struct command *command, char *setting_again,
                       char *ending)
{
    char **settings = (char **)command->environment;
    int status = 0, is_over, is_again = 0;
    enum ending how;

    for (;;) {
        unlink(command->verdicts);
        unlink(command->log); /* an earlier run's findings are not this one's */
        how = run_limited(command, &status);
        is_over = how == RAN_OUT_OF_TIME || how == RAN_OUT_OF_REAL_TIME;
        if (!is_over || is_again || subject->is_stalled)
            break;
        is_again = 1;
        while (*settings != NULL)
            settings++;
        *settings = setting_again;
        command->seconds = RUN_SECONDS_AGAIN;
        command->real_time = RUN_REAL_TIME_AGAIN;
    }
    subject->is_stalled |= is_over;
    say_ending(command, how, status, ending);
    return how != NOT_STARTED;
}

/* Has the launches counted, into files of the run's name. */
static void ask_for_counters(struct subject *subject, const char *name, char **settings)
{
    const char *place = path_in(subject, name);
    char *counters = new_text(subject->texts, "SIM_CSV=%s-counters.csv", place);
    char *phases = new_text(subject->texts, "SIM_PHASES_CSV=%s-phases.csv", place);

    unlink(strchr(counters, '=') + 1);
    unlink(strchr(phases, '=') + 1);
    settings[0] = counters;
    settings[1] = phases;
}

int run_cases(struct subject *subject, const struct run *run, struct run_case *cases, size_t count,
              char *ending)
{
    /* every launch has other numbers: looking for one that repeats another would be in vain */
    char *arguments[ARGUMENTS_MOST + 4],
        *settings[16] = {"SIM_THREADS=1", "SIM_PROGRESS=0",
                         "SIM_REPEAT=1",  RUN_STEPS,
                         "SIM_GUARD=1",   run->is_vast ? VAST_MEMORY : RUN_DEVICE_MEMORY};
    size_t length = 6;

    const char *verdicts = path_in(subject, "verdicts.txt");
    struct command command = {.arguments = arguments,
                              .environment = settings,
                              .input = input_text(subject, cases, count),
                              .log = log_of(subject, run->name),
                              .verdicts = verdicts,
                              .has_one_processor = 1,
                              .seconds = RUN_SECONDS,
                              .real_time = RUN_REAL_TIME,
                              .address_space = run->is_vast ? VAST_BYTES : RUN_BYTES,
                              .file_size = RUN_FILE_BYTES};

    for (char *const *more = run->environment; more != NULL && *more != NULL; more++)
        settings[length++] = *more;
    if (run->are_counted)
        ask_for_counters(subject, run->name, settings + length);
    settings[length + (run->are_counted ? 2 : 0)] = NULL;
    arguments[0] = (char *)path_in(subject, "program");
    arguments[1] = (char *)subject->exercise->kernel;
    arguments[2] = new_text(subject->texts, "%u:%u:%d:%u", subject->exercise->data_blocks,
                            shared_of_thread(subject->exercise), run->are_compared, drawn_for());
    for (size_t i = 0; i < count; i++) {
        cases[i].judged = 0;
        arguments[3 + i] = case_text(subject, &cases[i]);
    }
    arguments[3 + count] = NULL;
    if (!run->is_repeated && !run->are_compared)
        note_launches(subject, run->name, cases, count);
    if (!run_in_time(subject, &command, run->may_be_unchecked ? "SIM_CHECKS=0" : NULL, ending))
        return 0;
    if (!run->are_unjudged)
        read_verdicts(subject, verdicts, cases, count);
    return strcmp(ending, "the run ended with exit status 0") == 0;
}
