/*
 * Reads the environment variables that steer the simulator.
 */
#include "base/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/current_device.h"
#include "base/device.h"

#define MEMORY_DEFAULT   ((uint64_t)2 << 30) /* at least */
#define MEMORY_STEP      ((uint64_t)256 << 20)
#define MEMORY_LEAST     ((uint64_t)1 << 20)
#define MEMORY_MOST      ((uint64_t)128 << 30)
#define MEMORY_COST      7.5 /* bytes of the machine for one of a device, in total */
#define LIMIT_DEFAULT    500000000ull
#define WATCHDOG_DEFAULT 60 /* seconds */
#define THREADS_MOST     256
#define WAIT_DEFAULT     30 /* seconds */
#define WAIT_MOST        86400

struct settings settings;

void settings_refuse(const char *name, const char *value, const char *allowed)
{
    fprintf(stderr, "simulator: %s=%s: must be %s\n", name, value, allowed);
    exit(2);
}

/* A whole number with an optional K, M or G (powers of 1024), within [least, most]. */
static uint64_t number(const char *name, uint64_t otherwise, uint64_t least, uint64_t most)
{
    const char *value = getenv(name);
    if (!value || !*value)
        return otherwise;
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a whole number from %llu to %llu%s",
             (unsigned long long)least, (unsigned long long)most,
             most < 1024 ? "" : " (K, M, G allowed)");
    char *end;
    errno = 0;
    unsigned long long result = strtoull(value, &end, 10);
    if (errno || end == value || value[0] < '0' || value[0] > '9')
        settings_refuse(name, value, allowed);
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    if (shift)
        end++;
    if (*end || result > (most >> shift) || result << shift < least)
        settings_refuse(name, value, allowed);
    return result << shift;
}

static int on_or_off(const char *name, int otherwise)
{
    const char *value = getenv(name);
    if (!value || !*value)
        return otherwise;
    if (strcmp(value, "0") && strcmp(value, "1"))
        settings_refuse(name, value, "0 or 1");
    return value[0] == '1';
}

static enum report report_kind(void)
{
    const char *value = getenv("SIM_REPORT");
    if (!value || !*value || !strcmp(value, "none"))
        return REPORT_NONE;
    if (!strcmp(value, "counters"))
        return REPORT_COUNTERS;
    if (!strcmp(value, "lines"))
        return REPORT_LINES;
    if (!strcmp(value, "clock"))
        return REPORT_CLOCK;
    settings_refuse("SIM_REPORT", value, "none, counters, lines or clock");
}

static int adversarial_order(void)
{
    const char *value = getenv("SIM_ORDER");
    if (!value || !*value || !strcmp(value, "lockstep"))
        return 0;
    if (!strcmp(value, "adversarial"))
        return 1;
    settings_refuse("SIM_ORDER", value, "lockstep or adversarial");
}

/* 1 if ulimit -v limits the addresses: the memory and its shadow may need too many. */
static int addresses_are_limited(void)
{
    struct rlimit limit;
    return !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY;
}

/*
 * Without SIM_MEMORY: as much as the machine can bear if programs use all of it on each device, but
 * no more than such a device has.
 */
static uint64_t memory_without_setting(int devices)
{
    double pages = (double)sysconf(_SC_PHYS_PAGES), own = device.memory * (1 << 20);
    double borne = pages * (double)sysconf(_SC_PAGESIZE) / MEMORY_COST / devices;
    uint64_t memory = MEMORY_DEFAULT;
    if (!addresses_are_limited() && borne > (double)memory)
        memory =
            borne < (double)MEMORY_MOST ? (uint64_t)borne / MEMORY_STEP * MEMORY_STEP : MEMORY_MOST;
    return (double)memory < own ? memory : (uint64_t)own;
}

static const char *file_name(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static void read_clock(void)
{
    const char *value = getenv("SIM_CLOCK");
    if (value && *value && strcmp(value, "0") && strcmp(value, "1") && strcmp(value, "only"))
        settings_refuse("SIM_CLOCK", value, "0, 1 or only");
    settings.clock = settings.counters && !(value && *value == '0');
    settings.clock_only = settings.clock && value && *value == 'o';
}

void settings_read(void)
{
    settings_check_names();
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = cores < 1 ? 1 : cores > THREADS_MOST ? THREADS_MOST : (uint64_t)cores;
    settings.threads = (int)number("SIM_THREADS", threads, 1, THREADS_MOST);
    settings.counters = on_or_off("SIM_COUNTERS", 1);
    settings.checks = on_or_off("SIM_CHECKS", 1);
    read_clock();
    settings.adversarial = adversarial_order();
    settings.limit = number("SIM_LIMIT", LIMIT_DEFAULT, 1000, UINT64_MAX >> 8);
    settings.watchdog = number("SIM_WATCHDOG", WATCHDOG_DEFAULT, 0, WAIT_MOST);
    settings.devices = (int)number("SIM_DEVICES", 1, 1, DEVICES_MOST);
    settings.memory =
        number("SIM_MEMORY", memory_without_setting(settings.devices), MEMORY_LEAST, MEMORY_MOST);
    settings.wait = (double)number("SIM_WAIT", WAIT_DEFAULT, 1, WAIT_MOST);
    settings.report = report_kind();
    settings.csv = file_name("SIM_CSV");
    settings.lines_csv = file_name("SIM_LINES_CSV");
    settings.phases_csv = settings.counters ? file_name("SIM_PHASES_CSV") : NULL;
    settings.what_if_csv = settings.clock ? file_name("SIM_WHAT_IF_CSV") : NULL;
    settings.repeat = on_or_off("SIM_REPEAT", 0);
    settings.guard = on_or_off("SIM_GUARD", 0);
    settings.view = file_name("SIM_VIEW");
    settings.trace = file_name("SIM_TRACE");
    settings.progress = on_or_off("SIM_PROGRESS", isatty(STDERR_FILENO));
}

int settings_recording(void)
{
    return settings.instrumented && (settings.counters || settings.checks);
}

int settings_clock(void)
{
    return settings.clock && settings_recording();
}

int settings_what_if(void)
{
    return settings_clock() && (settings.report == REPORT_CLOCK || settings.what_if_csv);
}
