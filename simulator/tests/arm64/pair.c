/*
 * Prints arm64's assembly with the table of operations that x86-64's assembly of the same text
 * gives. usage: pair X86_64 ARM64
 */
#include "simcc/pairing.h"

#include "simcc/compile.h"

#include <stdio.h>
#include <stdlib.h>

/* For the files that the listings name: none of them is the simulator's. */
const char *own_header_folder(void)
{
    return "include/";
}

static struct text read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char buffer[4096];
    size_t length;

    if (!file) {
        perror(path);
        exit(3);
    }
    text_add(&text, "", 0);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    fclose(file);
    return text;
}

int main(int count, char **arguments)
{
    struct text model, assembly, output = {0};

    if (count != 3)
        return 2;
    model = read_file(arguments[1]);
    assembly = read_file(arguments[2]);
    add_operations_of_model(&model, &assembly, &output);
    fwrite(output.data, 1, output.length, stdout);
    free(model.data);
    free(assembly.data);
    free(output.data);
    return 0;
}
