/*
 * Each kernel's time by the clock's model, its causes, and the cure of the largest one.
 */
#include <math.h>

#include "base/device_limits.h"
#include "base/settings.h"
#include "report/report_parts.h"

#define BAR_WIDTH 40  /* characters for 100 % */
#define NEAR      0.5 /* of the kernel's time: a bound below that does not explain it */

/* The cure of a cause that takes most of the time. */
static const char *const cures[TIME_CAUSES] = {
    [TIME_ISSUE] = "fewer instructions: more numbers for each thread, wider loads, no idle lanes",
    [TIME_RESULT] =
        "instructions that need not wait for one another: two sums in a thread, not one",
    [TIME_SHARED] = "fewer requests to shared memory (registers, shuffles), no bank conflicts",
    [TIME_L1] = "fewer requests: wider loads, and neighbouring lanes at neighbouring addresses",
    [TIME_L2] = "fewer bytes from L2: neighbouring lanes at neighbouring addresses, nothing twice",
    [TIME_BANDWIDTH] =
        "fewer bytes: the memory is busy; read each number once, and only what is used",
    [TIME_LOADS] =
        "more loads under way: several independent ones in a thread, wider ones, more warps",
    [TIME_ATOMICS] = "fewer atomics, or on more addresses: add up within a warp or a block first",
    [TIME_BARRIER] = "fewer rounds with barriers, or more blocks resident to work meanwhile",
    [TIME_BLOCKS] =
        "more work in each block: fewer of them, or a larger n; starts and ends take long",
};

static void print_heading(FILE *stream, const struct kernel *kernel, const struct profile *p)
{
    char grid[48], block[48];
    double launches = (double)p->launches;
    double time = p->modelled.kernel / launches / 1000;
    double launch = p->modelled.launch / launches / 1000;
    fprintf(stream, "\n%s <<<grid %s block %s>>>: modelled time of one launch", kernel->name,
            shape_text(&p->grid, grid, sizeof grid), shape_text(&p->block, block, sizeof block));
    if (p->launches > 1)
        fprintf(stream, " (mean of %llu)", (unsigned long long)p->launches);
    fprintf(stream, "\non %s\n", device.name);
    fprintf(stream, "  modelled: kernel %.2f us and launch %.2f us, together %.2f us\n", time,
            launch, time + launch);
    if (launch > time)
        fprintf(stream,
                "  The launch takes longer than the kernel: a larger n would use it better.\n");
}

static void print_causes(FILE *stream, const struct profile *p)
{
    double kernel = p->modelled.kernel / (double)p->launches / 1000;
    fprintf(stream, "\n  %-*s %s\n", 25 + BAR_WIDTH,
            "where warps spend the time, modelled: not what a cure gains", "of the");
    fprintf(stream, "  %-*s %s\n", 21 + BAR_WIDTH, "", "warps' time");
    for (int i = 0; i < TIME_CAUSES; i++) {
        char bar[BAR_WIDTH + 1] = "";
        double share = modelled_share(&p->modelled, (enum time_cause)i);
        for (int k = 0; k < BAR_WIDTH && k + 0.5 < share * BAR_WIDTH; k++)
            bar[k] = '#';
        fprintf(stream, "  %-21s %-*s %7.1f %% %9.2f us\n", cause_names[i], BAR_WIDTH, bar,
                100 * share, share * kernel);
    }
    fprintf(stream, "  %-21s %-*s %7s   %9.2f us\n", "launch", BAR_WIDTH, "", "",
            p->modelled.launch / (double)p->launches / 1000);
}

static void print_limit(FILE *stream, const struct launch_time *time)
{
    switch (time->limit) {
    case OCCUPANCY_THREADS: fprintf(stream, "limited by its %.0f threads\n", device.threads); break;
    case OCCUPANCY_BLOCKS:
        fprintf(stream, "limited by its %.0f places for blocks\n", device.blocks);
        break;
    case OCCUPANCY_SHARED_MEMORY:
        fprintf(stream, "limited by its %.0f KiB of shared memory\n", device.shared_size);
        break;
    case OCCUPANCY_REGISTERS:
        fprintf(stream, "limited by its %.0f registers\n", device.registers);
        break;
    default: fprintf(stream, "limited by the grid (%u would fit)\n", time->possible);
    }
}

static void print_residents(FILE *stream, const struct profile *p)
{
    const struct launch_time *time = &p->modelled.last;
    double last_wave = time->waves - ceil(time->waves) + 1;
    fprintf(stream, "\n  resident blocks   %u on a multiprocessor, ", time->resident);
    print_limit(stream, time);
    fprintf(stream, "  occupancy         %u of %.0f warps, %.0f %%; the registers are not known\n",
            time->resident_warps, device.threads / SIM_WARP_SIZE,
            100 * modelled_occupancy(&p->modelled));
    fprintf(stream, "  waves of blocks   %.2f: the device has room for %.0f at a time; ",
            time->waves, time->possible * device.multiprocessors);
    fprintf(stream, "the last wave is %.0f %% full\n", 100 * last_wave);
}

static void print_bytes(FILE *stream, const struct profile *p)
{
    const struct modelled *modelled = &p->modelled;
    double launches = (double)p->launches;
    fprintf(stream, "\n  bytes moved       %.2f MB between L2 and the multiprocessors, ",
            modelled->l2_bytes / launches / 1e6);
    fprintf(stream, "%.2f MB over the memory's bus\n", modelled->memory_bytes / launches / 1e6);
    fprintf(stream, "  bytes under way   %.1f KB of loads at a time, %.0f ns each, on average\n",
            modelled_under_way(modelled) / 1000,
            modelled->kernel > 0 ? modelled->latency / modelled->kernel : 0);
    fprintf(stream, "  Little's law      %.1f KB must be under way to keep the memory busy: ",
            little_bytes() / 1000);
    fprintf(stream, "%.0f GB/s x %.0f ns\n", little_bandwidth() / 1e9, little_latency());
}

static void print_bounds(FILE *stream, const struct profile *p)
{
    double kernel = p->modelled.kernel / (double)p->launches;
    enum bound nearest = modelled_nearest_bound(&p->modelled, profile_blocks(p));
    fprintf(stream, "\n  modelled time if only one thing counted, of the kernel's %.2f us\n",
            kernel / 1000);
    for (int i = 0; i < BOUNDS; i++) {
        double time = modelled_bound(&p->modelled, (enum bound)i, profile_blocks(p));
        fprintf(stream, "    %-18s %9.2f us %5.0f %%%s\n", bound_names[i], time / 1000,
                kernel > 0 ? 100 * time / kernel : 0, i == (int)nearest ? "  nearest" : "");
    }
    if (modelled_bound(&p->modelled, nearest, profile_blocks(p)) < NEAR * kernel)
        fprintf(stream, "    None of them is near: most of the time is spent waiting.\n");
}

static void print_cure(FILE *stream, const struct profile *p)
{
    enum time_cause cause = modelled_main_cause(&p->modelled);
    fprintf(stream, "\n  most of it is %s; what would have to change:\n    %s\n",
            cause_names[cause], cures[cause]);
}

void report_clock(FILE *stream)
{
    if (!settings_clock()) {
        fprintf(stream, "\nNo modelled times: %s.\n",
                !settings.instrumented ? "no kernel was compiled with hooks (simcc --plain)"
                                       : "the clock is off (SIM_CLOCK=0 or SIM_COUNTERS=0)");
        return;
    }
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            if (p->interrupted)
                continue;
            print_heading(stream, kernel, p);
            print_what_if(stream, p);
            print_causes(stream, p);
            print_residents(stream, p);
            print_bytes(stream, p);
            print_bounds(stream, p);
            print_cure(stream, p);
        }
}
