#include "launch/repeat.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "clock/recording.h"
#include "launch/relaunch.h"
#include "launch/same_launch.h"
#include "memory/memory.h"

#define KNOWN_MOST  1024         /* launches; then the oldest is forgotten */
#define CACHED_PART 16           /* the part of the machine's memory for copies of their changes */
#define FEW_BYTES   (128u << 10) /* are copied at once, more when the launch is met again */

/* A launch that was met. */
static struct repeat {
    struct repeat_key key;
    struct sim_launch launch; /* of the key; its values are the list's own, without gaps */
    int is_known;             /* then, its outcome: */
    struct outcome outcome;
} met[KNOWN_MOST];
static uint64_t memory_met[KNOWN_MOST]; /* of their keys, side by side: looked at first */
static unsigned next;                   /* to be used */
static size_t bytes_cached;             /* of the launches' changes */

void outcome_free(struct outcome *outcome)
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
    relaunch_forget_outcome(&repeat->outcome);
    free((void *)repeat->launch.values);
    bytes_cached -= repeat->outcome.changes.bytes;
    outcome_free(&repeat->outcome);
    memset(repeat, 0, sizeof *repeat);
}

void repeat_forget(void)
{
    relaunch_forget();
    for (unsigned i = 0; i < KNOWN_MOST; i++)
        forget(&met[i]);
}

/* 1 if the settings ask for data of each launch. */
static int each_is_wanted(void)
{
    return settings.repeat || settings.view || settings.trace || settings.phases_csv ||
           recording_is_wanted();
}

int repeat_is_possible(const struct run *run)
{
    return run->recording && settings.checks && settings.devices == 1 && !each_is_wanted() &&
           run->kernel->registered && run->launch->places;
}

struct repeat_key repeat_key(const struct run *run)
{
    struct repeat_key key = {
        /* the first launch of a kind pays nothing for those that may follow */
        .is_one = repeat_is_possible(run) && kernel_has_profile(run->kernel, run->launch),
        .launch = run->launch,
        .kernel = run->kernel,
        .device = device_at_work,
        .ordered = run->ordered,
    };
    if (key.is_one)
        key.memory = snapshot_hash();
    return key;
}

static int fits(const struct repeat *repeat, const struct repeat_key *key)
{
    return repeat->key.is_one && repeat->key.kernel == key->kernel &&
           repeat->key.memory == key->memory && repeat->key.device == key->device &&
           repeat->key.ordered == key->ordered &&
           launches_are_equal(&repeat->launch, key->launch, key->kernel);
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

int repeat_depends_on_memory(const struct run *run)
{
    return !run->tells && !run->allocates && !run->has_slept;
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
    repeat->launch.values = same_launch_values(key->launch, key->kernel);
    return repeat;
}

static size_t bytes_most(void)
{
    static size_t most;
    if (!most)
        most = (size_t)sysconf(_SC_PHYS_PAGES) * memory.page / CACHED_PART;
    return most;
}

struct outcome *repeat_keep(const struct repeat_key *key, const struct run *run,
                            struct outcome *outcome)
{
    if (!key->is_one || !repeat_depends_on_memory(run))
        return NULL;
    size_t room = bytes_most() - bytes_cached;
    size_t most = find(key) || room < FEW_BYTES ? room : FEW_BYTES;
    struct repeat *repeat = meet(key);
    repeat->is_known = snapshot_is_as_taken() || snapshot_changes(&outcome->changes, most);
    if (!repeat->is_known)
        return NULL;
    outcome->findings = findings_copy(&outcome->finding_count);
    if (key->ordered)
        outcome->touched = watched_list(&outcome->touched_count);
    outcome->written = written_by(run, &outcome->written_count);
    repeat->outcome = *outcome;
    bytes_cached += outcome->changes.bytes;
    return &repeat->outcome;
}
