#include "launch/repeat.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "clock/recording.h"
#include "memory/memory.h"

#define KNOWN_MOST  1024         /* launches; then the oldest is forgotten */
#define CACHED_PART 16           /* the part of the machine's memory for copies of their changes */
#define FEW_BYTES   (128u << 10) /* are copied at once, more when the launch is met again */

/* A launch that was met. */
static struct repeat {
    struct repeat_key key;
    struct sim_launch launch; /* of the key; its values are the list's own, without gaps */
    size_t dynamic_shared_most;
    int is_known; /* then, its outcome: */
    struct outcome outcome;
} met[KNOWN_MOST];
static uint64_t memory_met[KNOWN_MOST]; /* of their keys, side by side: looked at first */
static unsigned next;                   /* to be used */
static size_t bytes_cached;             /* of the launches' changes */

static void outcome_free(struct outcome *outcome)
{
    free(outcome->profile.counts);
    free(outcome->profile.modelled.places);
    free(outcome->profile.modelled.experiments.list);
    free(outcome->l2.pages);
    snapshot_changes_free(&outcome->changes);
    free(outcome->written);
    findings_free(outcome->findings, outcome->finding_count);
    free(outcome->touched);
}

static void forget(struct repeat *repeat)
{
    if (!repeat->key.is_one)
        return;
    free((void *)repeat->launch.values);
    bytes_cached -= repeat->outcome.changes.bytes;
    outcome_free(&repeat->outcome);
    memset(repeat, 0, sizeof *repeat);
}

void repeat_forget(void)
{
    for (unsigned i = 0; i < KNOWN_MOST; i++)
        forget(&met[i]);
}

/* 1 if the settings ask for data of each launch. */
static int each_is_wanted(void)
{
    return settings.repeat || settings.view || settings.trace || settings.phases_csv ||
           recording_is_wanted();
}

struct repeat_key repeat_key(const struct run *run)
{
    struct repeat_key key = {
        /* the first launch of a kind pays nothing for those that may follow */
        .is_one = kernel_has_profile(run->kernel, run->launch) && run->recording &&
                  settings.checks && settings.devices == 1 && !each_is_wanted() &&
                  run->kernel->registered && run->launch->places,
        .launch = run->launch,
        .kernel = run->kernel,
        .device = device_at_work,
        .ordered = run->ordered,
    };
    if (key.is_one)
        key.memory = snapshot_hash();
    return key;
}

/*
 * The values of a launch's parameters one by one: the bytes between them are whatever the compiler
 * left there, and differ from launch to launch of the same values.
 */
static size_t bytes_of_values(const struct sim_kernel *kernel)
{
    size_t bytes = 0;
    for (size_t i = 0; i < kernel->parameter_count; i++)
        bytes += kernel->stored[i].size;
    return bytes;
}

/* Its own copy of them, side by side. */
static char *copy_values(const struct repeat_key *key)
{
    const struct sim_kernel *kernel = key->kernel->registered;
    char *values = allocate(bytes_of_values(kernel) + 1), *next_value = values;
    for (size_t i = 0; i < kernel->parameter_count; next_value += kernel->stored[i++].size)
        memcpy(next_value, key->launch->places[i], kernel->stored[i].size);
    return values;
}

static int are_values(const char *values, const struct repeat_key *key)
{
    const struct sim_kernel *kernel = key->kernel->registered;
    for (size_t i = 0; i < kernel->parameter_count; values += kernel->stored[i++].size)
        if (memcmp(values, key->launch->places[i], kernel->stored[i].size))
            return 0;
    return 1;
}

static int is_same_launch(const struct sim_launch *a, const struct repeat_key *key)
{
    const struct sim_launch *b = key->launch;
    return !memcmp(&a->grid, &b->grid, sizeof a->grid) &&
           !memcmp(&a->block, &b->block, sizeof a->block) &&
           a->dynamic_shared == b->dynamic_shared && a->cooperative == b->cooperative &&
           !a->chosen && !b->chosen && a->from_last == b->from_last && are_values(a->values, key);
}

static int fits(const struct repeat *repeat, const struct repeat_key *key)
{
    return repeat->key.is_one && repeat->key.kernel == key->kernel &&
           repeat->key.memory == key->memory && repeat->key.device == key->device &&
           repeat->key.ordered == key->ordered &&
           repeat->dynamic_shared_most == key->kernel->maximum_dynamic_shared &&
           is_same_launch(&repeat->launch, key);
}

static struct repeat *find(const struct repeat_key *key)
{
    for (unsigned i = 0; key->is_one && i < KNOWN_MOST; i++)
        if (memory_met[i] == key->memory && fits(&met[i], key))
            return &met[i];
    return NULL;
}

const struct outcome *repeat_launch(const struct repeat_key *key)
{
    struct repeat *repeat = find(key);
    if (!repeat || !repeat->is_known)
        return NULL;
    if (repeat->outcome.is_timed) {
        if (!touched_can_repeat(&repeat->outcome.l2))
            return NULL;
        touched_repeat(&repeat->outcome.l2);
    }
    snapshot_change(&repeat->outcome.changes);
    findings_found(repeat->outcome.findings, repeat->outcome.finding_count);
    if (key->ordered)
        watched_repeat(repeat->outcome.touched, repeat->outcome.touched_count);
    return &repeat->outcome;
}

/* 1 if the launch depends on memory alone and changes nothing else. */
static int may_be_repeated(const struct repeat_key *key, const struct run *run)
{
    return key->is_one && !run->tells && !run->allocates && !run->has_slept;
}

/* Its entry in the list, without an outcome. */
static struct repeat *meet(const struct repeat_key *key)
{
    struct repeat *repeat = find(key);
    if (!repeat) {
        repeat = &met[next];
        next = (next + 1) % KNOWN_MOST;
    }
    forget(repeat);
    memory_met[repeat - met] = key->memory;
    repeat->key = *key;
    repeat->launch = *key->launch;
    repeat->launch.values = copy_values(key);
    repeat->dynamic_shared_most = key->kernel->maximum_dynamic_shared;
    return repeat;
}

static size_t bytes_most(void)
{
    static size_t most;
    if (!most)
        most = (size_t)sysconf(_SC_PHYS_PAGES) * memory.page / CACHED_PART;
    return most;
}

void repeat_keep(const struct repeat_key *key, const struct run *run, struct outcome *outcome)
{
    if (!may_be_repeated(key, run)) {
        outcome_free(outcome);
        return;
    }
    size_t room = bytes_most() - bytes_cached;
    size_t most = find(key) || room < FEW_BYTES ? room : FEW_BYTES;
    struct repeat *repeat = meet(key);
    repeat->is_known = snapshot_is_as_taken() || snapshot_changes(&outcome->changes, most);
    if (!repeat->is_known) {
        outcome_free(outcome);
        return;
    }
    outcome->findings = findings_copy(&outcome->finding_count);
    if (key->ordered)
        outcome->touched = watched_list(&outcome->touched_count);
    outcome->written = written_by(run, &outcome->written_count);
    repeat->outcome = *outcome;
    bytes_cached += outcome->changes.bytes;
}
