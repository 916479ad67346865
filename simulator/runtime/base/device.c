/*
 * Chooses the simulated device: a table of devices/, with the overrides of SIM_DEVICE.
 */
#include "base/device.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device_limits.h"
#include "base/nearest.h"
#include "devices/devices.h"

#define VARIABLE    "SIM_DEVICE"
#define NAME_SIZE   256     /* of a device's name in cudaDeviceProp */
#define NUMBER_MOST 1000000 /* a clock in kHz is an int */

const struct device *const devices[] = {&device_h100, &device_h200, &device_k20m, &device_rtx2070s,
                                        NULL};

struct device device;

const struct device_constant device_constants[] = {
#define DEVICE_CONSTANT(name, unit, what) {#name, unit, what, offsetof(struct device, name)},
    DEVICE_CONSTANTS(DEVICE_CONSTANT)
#undef DEVICE_CONSTANT
        {NULL, NULL, NULL, 0}};

/* Whole numbers, within bounds; all other constants are above 0, and at most NUMBER_MOST. */
static const struct bounds {
    size_t offset;
    int least, most, multiple_of;
} bounds[] = {
#define BOUNDS(name, least, most, multiple_of)                                                     \
    {                                                                                              \
        offsetof(struct device, name), least, most, multiple_of                                    \
    }
    BOUNDS(multiprocessors, 1, DEVICE_MULTIPROCESSORS_MOST, 1),
    BOUNDS(bus_width, 8, 1 << 20, 8),
    BOUNDS(memory, 1, 1 << 26, 1),
    BOUNDS(l2_size, 1, (1 << 21) - 1, 1), /* its bytes are an int */
    BOUNDS(l1_size, 1, 1 << 20, 1),
    BOUNDS(shared_size, 48, 1 << 20, 1), /* any block may have 48 KiB */
    BOUNDS(shared_opt_in, DEVICE_SHARED_DEFAULT >> 10, SIM_SHARED_MEMORY_LIMIT >> 10, 1),
    BOUNDS(shared_reserved, 0, 1 << 20, 1),
    BOUNDS(registers, 1024, 1 << 20, 1024),
    /* A multiprocessor has room for one block at least. */
    BOUNDS(threads, DEVICE_THREADS_IN_BLOCK, DEVICE_THREADS_MOST, SIM_WARP_SIZE),
    BOUNDS(blocks, 1, DEVICE_BLOCKS_MOST, 1),
    BOUNDS(schedulers, 1, DEVICE_SCHEDULERS_MOST, 1),
    BOUNDS(integer_units, 1, 2, 1),
    BOUNDS(issued_ahead, 1, DEVICE_ISSUED_AHEAD_MOST, 1),
    BOUNDS(unrolled, 1, 1024, 1),
    BOUNDS(unrolled_unequal, 1, 1024, 1),
    BOUNDS(atomic_unit_bytes, 32, 1 << 20, 32),
    BOUNDS(sectors_under_way, 1, 1 << 20, 1),
    BOUNDS(global_in_l1, 0, 1, 1),
#undef BOUNDS
};

static const struct bounds *bounds_of(const struct device_constant *constant)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (bounds[i].offset == constant->offset)
            return &bounds[i];
    return NULL;
}

int device_constant_is_whole(const struct device_constant *constant)
{
    return bounds_of(constant) != NULL;
}

static double *place_of(const struct device_constant *constant)
{
    return (double *)((char *)&device + constant->offset);
}

/* One line, and the end. */
static _Noreturn __attribute__((format(printf, 2, 3))) void refuse(const char *value,
                                                                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "simulator: %s=%s: ", VARIABLE, value);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(2);
}

static _Noreturn void refuse_form(const char *value)
{
    char keys[256] = "";
    size_t length = 0;
    for (int i = 0; devices[i] && length < sizeof keys; i++)
        length += (size_t)snprintf(keys + length, sizeof keys - length, "%s%s",
                                   i == 0           ? ""
                                   : devices[i + 1] ? ", "
                                                    : " or ",
                                   devices[i]->key);
    refuse(value, "must be %s, and constants after it, as in %s,memory_latency=300", keys,
           devices[0]->key);
}

/* The constant of a name of that length, or NULL. */
static const struct device_constant *find_constant(const char *name, size_t length)
{
    for (const struct device_constant *c = device_constants; c->name; c++)
        if (strlen(c->name) == length && !strncmp(c->name, name, length))
            return c;
    return NULL;
}

static _Noreturn void refuse_constant(const char *value, const char *name, size_t length)
{
    char unknown[64];
    const struct device_constant *nearest = device_constants;
    snprintf(unknown, sizeof unknown, "%.*s", (int)length, name);
    for (const struct device_constant *c = device_constants; c->name; c++)
        if (name_distance(c->name, unknown) < name_distance(nearest->name, unknown))
            nearest = c;
    refuse(value, "there is no constant %s, the nearest is %s; docs/clock_model.md lists them",
           unknown, nearest->name);
}

static int fits(double number, const struct bounds *allowed)
{
    if (!allowed)
        return number > 0 && number <= NUMBER_MOST;
    return number >= allowed->least && number <= allowed->most &&
           fmod(number, allowed->multiple_of) == 0;
}

static _Noreturn void refuse_number(const char *value, const struct device_constant *constant)
{
    const struct bounds *allowed = bounds_of(constant);
    if (!allowed)
        refuse(value, "%s must be a number above 0 and at most %d%s%s", constant->name, NUMBER_MOST,
               *constant->unit ? ", in " : "", constant->unit);
    if (allowed->multiple_of > 1)
        refuse(value, "%s must be a multiple of %d from %d to %d", constant->name,
               allowed->multiple_of, allowed->least, allowed->most);
    refuse(value, "%s must be a whole number from %d to %d", constant->name, allowed->least,
           allowed->most);
}

/* Reads "NAME=NUMBER" at text, a part of value; returns its end. */
static const char * override(const char *value, const char *text)
{
    size_t length = strcspn(text, "=,");
    if (length == 0 || text[length] != '=')
        refuse_form(value);
    const struct device_constant *constant = find_constant(text, length);
    if (!constant)
        refuse_constant(value, text, length);
    const char *number = text + length + 1;
    size_t digits = strspn(number, "0123456789.eE+-"); /* strtod would take "inf" and "0x1" too */
    char *end;
    double parsed = strtod(number, &end);
    if (digits == 0 || end != number + digits || (*end && *end != ',') ||
        !fits(parsed, bounds_of(constant)))
        refuse_number(value, constant);
    *place_of(constant) = parsed;
    return end;
}

/* Bounds that depend on several constants. */
static void check_together(const char *value)
{
    if (device.shared_opt_in * 1024 + device.shared_reserved > device.shared_size * 1024)
        refuse(value, "shared_opt_in and shared_reserved together must fit in shared_size");
    if (device.shared_size > device.l1_size)
        refuse(value, "shared_size must not be more than l1_size");
}

/* Says that the device is simulated, and how it differs from the real one. */
static void name_device(const char *overrides)
{
    static char name[NAME_SIZE];
    int length = snprintf(name, sizeof name, "%s (simulated%s%s)", device.name,
                          *overrides ? ", " : "", overrides);
    if (length >= NAME_SIZE)
        snprintf(name, sizeof name, "%s (simulated, with many other constants)", device.name);
    device.name = name;
}

static const struct device *find_device(const char *key, size_t length)
{
    for (int i = 0; devices[i]; i++)
        if (strlen(devices[i]->key) == length && !strncmp(devices[i]->key, key, length))
            return devices[i];
    return NULL;
}

void device_read(void)
{
    const char *value = getenv(VARIABLE);
    if (!value || !*value)
        value = devices[0]->key;
    size_t length = strcspn(value, ",");
    const struct device *chosen = find_device(value, length);
    if (!chosen)
        refuse_form(value);
    device = *chosen;
    const char *rest = value + length;
    while (*rest)
        rest = override(value, rest + 1);
    check_together(value);
    name_device(value[length] ? value + length + 1 : "");
}

double device_peak_bandwidth(const struct device *of)
{
    return 2 * of->memory_clock * 1e6 * (of->bus_width / 8);
}
