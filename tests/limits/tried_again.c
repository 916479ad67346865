/*
 * Which runs of a kernel the grader tries again, and with how much time: course/runs.c, with runs
 * that only say how they end. The real ones would take minutes.
 */
#include <stdlib.h>

#include "../../course/runs.c"

#include "../common/tap.h"

enum { RUNS_MOST = 8 };

/* How the runs end, one after the other, and what each of them was given. */
static enum ending endings[RUNS_MOST];
static struct command given[RUNS_MOST];
static int made;

enum ending run_limited(const struct command *command, int *status)
{
    given[made] = *command;
    *status = 0;
    return endings[made++];
}

unsigned shared_of_thread(const struct exercise *exercise)
{
    (void)exercise;
    return 4;
}

void note_launches(struct subject *subject, const char *name, const struct run_case *cases,
                   size_t count)
{
    (void)subject, (void)name, (void)cases, (void)count;
}

static struct texts texts;
static const struct grading grading = {0};
static const struct exercise exercise = {.kernel = "none"};
static char ending[ENDING_BYTES];

/* Runs a kernel that ends so; returns how often it was run. */
static int run(struct subject *subject, enum ending first, enum ending second)
{
    const struct run run = {.name = "run"};

    made = 0;
    endings[0] = first;
    endings[1] = endings[2] = second;
    *ending = '\0';
    run_cases(subject, &run, NULL, 0, ending);
    return made;
}

static int real_seconds(const struct command *command)
{
    return command->real_time * command->seconds;
}

static struct subject fresh(void)
{
    return (struct subject){
        .grading = &grading, .exercise = &exercise, .folder = "/nowhere", .texts = &texts};
}

int main(void)
{
    struct subject subject = fresh();

    OK(run(&subject, ENDED, ENDED) == 1, "a run that ends is not tried again");
    OK(run(&subject, CRASHED, ENDED) == 1, "nor one that crashes");
    OK(strstr(ending, "the run crashed") == ending, "which is said");

    OK(run(&subject, RAN_OUT_OF_TIME, ENDED) == 2, "one that is over its processor time is");
    OK(given[1].seconds >= 8 * given[0].seconds, "with eight times as much of it");
    OK(real_seconds(&given[1]) > 2 * given[1].seconds,
       "which a busy machine has in that real time");
    OK(strcmp(ending, "the run ended with exit status 0") == 0, "and the second run counts");
    OK(run(&subject, RAN_OUT_OF_REAL_TIME, ENDED) == 2, "so is one that is over its real time");
    OK(real_seconds(&given[1]) >= 12 * real_seconds(&given[0]), "with far more of that");
    OK(run(&subject, RAN_OUT_OF_TIME, ENDED) == 2, "and the next one, since these have ended");

    OK(run(&subject, RAN_OUT_OF_TIME, RAN_OUT_OF_TIME) == 2, "a third time there is not");
    OK(strstr(ending, "its limit of 40 seconds") != NULL, "the limit that struck is named");
    OK(run(&subject, RAN_OUT_OF_TIME, ENDED) == 1, "and no other run of the kernel is tried again");
    OK(strstr(ending, "its limit of 5 seconds") != NULL, "which says its own limit");

    subject = fresh();
    OK(run(&subject, RAN_OUT_OF_REAL_TIME, RAN_OUT_OF_REAL_TIME) == 2 &&
           run(&subject, RAN_OUT_OF_REAL_TIME, ENDED) == 1,
       "nor of one that waits for ever");
    free_texts(&texts);
    return tap_end();
}
