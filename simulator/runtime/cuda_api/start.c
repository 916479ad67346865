/*
 * The runtime's work before main and after it.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/faults.h"
#include "check/race.h"
#include "check/read_only.h"
#include "launch/ending.h"
#include "launch/watchdog.h"
#include "clock/clock.h"
#include "clock/timeline.h"
#include "base/device.h"
#include "base/errors.h"
#include "base/operations.h"
#include "report/counters.h"
#include "report/findings.h"
#include "report/line_helper.h"
#include "report/lines.h"
#include "report/phases.h"
#include "memory/memory.h"
#include "memory/state_pages.h"
#include "report/report.h"
#include "base/settings.h"
#include "base/site.h"
#include "sim/sim.h"
#include "view/view.h"
#include "warp/batch.h"

/* A program with findings fails with a status of its own, whatever it would exit with. */
static void at_exit(int status, void *unused)
{
    (void)unused;
    int failed = ending_write();
    if (findings_count()) {
        fflush(NULL);
        _exit(findings_status());
    }
    if ((failed || error_end()) && !status) {
        fflush(NULL);
        _exit(failed ? 3 : error_end());
    }
}

/* Variables of code compiled with --device-only: a table from the linker. */
extern struct sim_variable *const __start_sim_variables[]
    __attribute__((weak, visibility("hidden")));
extern struct sim_variable *const __stop_sim_variables[]
    __attribute__((weak, visibility("hidden")));

static void register_variables(void)
{
    for (struct sim_variable *const *v = __start_sim_variables; v < __stop_sim_variables; v++)
        sim_register_variable(*v);
}

int sim_prepare_confinement(void)
{
    watchdog_off();
    state_without_files();
    return report_open() && view_open() && line_helper_start();
}

void sim_keep_memory_open(void)
{
    memory_open();
}

void sim_keep_source(const char *file)
{
    file_read_ahead(file);
}

/* Runs before the initialisers of all .cu files, which register variables. */
__attribute__((constructor(101))) static void start(void)
{
    device_read();
    settings_read();
    memory_start();
    race_start_global();
    /* the instruments, in the order in which they are told: the checks after the view, which finds
     * the step that a finding is about */
    counters_start();
    phases_start();
    clock_start();
    view_start();
    checks_start();
    read_only_start();
    site_start();
    operations_start();
    batches_start();
    fault_catch_signals();
    on_exit(at_exit, NULL);
    register_variables();
}
