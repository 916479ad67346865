/*
 * The setting that the command line of step 16 asks for, and how it is printed.
 */
#ifndef SETTING_H
#define SETTING_H

#include <stdio.h>
#include <stdlib.h>

#include "../common/types/elements.h"
#include "../common/types/expected.h"
#include "../common/lab.h"

// places of elements have 32 bits; and the blocks of a grid
#define N_MAX    ((1ULL << 32) - 1)
#define GRID_MAX 0x7FFFFFFFULL

/* The setting that the command line asks for. */
struct setting {
    struct options options;
    unsigned long long type, operation, values, grid;
    struct device device;
};

/* Prints the operation, and the expected result. */
static inline void print_expected(const struct setting *setting, const struct expected *expected,
                                  int depth)
{
    char text[48];

    if (!talks_to_people(&setting->options))
        return;
    answer_text(expected->operation, expected->type, &expected->answer, text);
    printf("CPU: %s %s", operation_names[setting->operation], text);
    if (!expected->is_promised)
        printf(" if nothing overflows on the way: the order decides");
    else if (expected->bound > 0)
        printf(", within %.3g", expected->bound);
    if (expected->is_promised && expected->second_bound > 0)
        printf(" and %.3g", expected->second_bound);
    if (expected->is_promised && (expected->bound > 0 || expected->second_bound > 0))
        printf(" (no element is rounded more than %d times)", depth);
    printf("\n");
    fflush(stdout);
}

/* Ends the program where the operator does not take the type, or the type has no such values. */
static inline void refuse_wrong_pairs(const struct setting *setting)
{
    const char *program = setting->options.program, *type = element_names[setting->type];

    if (!operation_takes((enum operation)setting->operation, (enum element_type)setting->type)) {
        fprintf(stderr, "%s: --op %s does not take --type %s, but", program,
                operation_names[setting->operation], type);
        for (int other = 0; other < ELEMENT_TYPES; other++)
            if (operation_takes((enum operation)setting->operation, (enum element_type)other))
                fprintf(stderr, " %s", element_names[other]);
        fprintf(stderr, "\n");
        exit(EXIT_BAD_USAGE);
    }
    if (!values_exist((enum values)setting->values, (enum element_type)setting->type)) {
        fprintf(stderr, "%s: --values %s: --type %s has none\n", program,
                values_names[setting->values], type);
        exit(EXIT_BAD_USAGE);
    }
}

/* Reads the command line, and makes the device the one in use. */
static inline struct setting read_setting(int argc, char **argv)
{
    struct setting setting = {};
    const struct own_option own[] = {
        {"--type", "of what", &setting.type, element_names, 0, 0},
        {"--op", "how two are combined", &setting.operation, operation_names, 0, 0},
        {"--values", "what they are like", &setting.values, values_names, 0, 0},
        {"--grid", "blocks; 0: one for each tile", &setting.grid, NULL, 0, GRID_MAX},
        {},
    };
    const struct command_line allowed = {1ULL << 24, 1ULL << 24, N_MAX, 512, BLOCK_MIN, own};

    setting.options = parse_command_line(argc, argv, &allowed);
    refuse_wrong_pairs(&setting);
    setting.device = select_device(&setting.options);
    return setting;
}

#endif
