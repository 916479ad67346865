/*
 * A sum for each block, by a template over the block size.
 */
#include "../kernel_names.h"
#include "launcher.h"
#include "shapes.h"

enum { SMALLEST = 64, LARGEST = 1024, INSTANCES = 5 };

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    unsigned block = number_of_instance(name, kernel, ">(int*, int*, unsigned int)");

    if (block == 0)
        block = number_of_instance(name, kernel, ">(int const*, int*, unsigned int)");
    snprintf(as, bytes, "%u", block);
    return block > 0;
}

/* A variable for each, and no code. */
static void write_instances(const char *kernel, FILE *file)
{
    fprintf(file, "#undef auto\n");
    for (int size = SMALLEST; size <= LARGEST; size *= 2)
        fprintf(file, "auto *course_instance_%d = &%s<%d>;\n", size, kernel, size);
}

static void write_launcher(const char *kernel, FILE *file)
{
    char instance[128];

    begin_launcher(file);
    for (int size = SMALLEST; size <= LARGEST; size *= 2) {
        snprintf(instance, sizeof instance, "%s<%d>", kernel, size);
        fprintf(file, "    if (template_block == %d)\n    ", size);
        write_launch(instance, file);
    }
    end_launcher(file);
}

const struct shape block_size_template = {
    .work = &sums_of_blocks,
    .host_program = "judge",
    .launched = 1,
    .kernels = INSTANCES,
    .is_kernel = is_kernel,
    .write_instances = write_instances,
    .wanted = ",course_instance_64,course_instance_128,course_instance_256,course_instance_512,"
              "course_instance_1024",
    .write_launcher = write_launcher,
};
