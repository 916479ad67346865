#include "launcher.h"

void begin_launcher(FILE *file)
{
    fprintf(file, "char course_type(void (*)(int *, int *, unsigned int));\n"
                  "char course_type(void (*)(const int *, int *, unsigned int));\n"
                  "extern \"C\" void course_launch(unsigned template_block, unsigned grid,\n"
                  "    unsigned block, int *input, int *output, unsigned n)\n{\n"
                  "    (void)template_block;\n");
}

void write_launch(const char *kernel, FILE *file)
{
    fprintf(file,
            "    %s<<<grid, block, sizeof course_type(%s) * block * sizeof(int)>>>"
            "(input, output, n);\n",
            kernel, kernel);
}

void end_launcher(FILE *file)
{
    fprintf(file, "}\n");
}
