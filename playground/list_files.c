/*
 * The list of what can be edited.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "kernel_files.h"

static void write_entry(FILE *out, const char *name, int *count)
{
    struct kernel_file file;

    if (!find_kernel_file(name, &file))
        return;
    fprintf(out, "%s{\"name\":", (*count)++ > 0 ? "," : "");
    json_string(out, file.name, strlen(file.name));
    fprintf(out, ",\"frame\":\"%s\",\"exercise\":%s,\"there\":%s,\"path\":", file.frame,
            strstr(file.name, ".exercise") != NULL ||
                    (*file.step != '\0' && strstr(file.path.text, "/reduce.cu") != NULL)
                ? "true"
                : "false",
            access(file.path.text, F_OK) == 0 ? "true" : "false");
    size_t lab = strlen(settings.lab);
    const char *path = strncmp(file.path.text, settings.lab, lab) == 0 && file.path.text[lab] == '/'
                           ? file.path.text + lab + 1
                           : file.path.text;
    json_string(out, path, strlen(path));
    fprintf(out, "}");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Step 16 takes as long to compile as is allowed, step 18 several devices and a library. */
static int is_step_folder(const struct dirent *entry)
{
    return strncmp(entry->d_name, "step", 4) == 0 && strncmp(entry->d_name, "step16", 6) != 0 &&
           strncmp(entry->d_name, "step18", 6) != 0;
}

static int is_source(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0;
}

void list_kernel_files(FILE *out)
{
    struct dirent **entries;
    int found = scandir(settings.lab, &entries, is_step_folder, by_name), count = 0;

    fprintf(out, "[");
    for (int i = 0; i < found; i++) {
        char name[300];

        write_entry(out, entries[i]->d_name, &count);
        snprintf(name, sizeof name, "%s.exercise", entries[i]->d_name);
        write_entry(out, name, &count);
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    found = scandir(settings.own, &entries, is_source, by_name);
    for (int i = 0; i < found; i++) {
        char name[300];
        struct kernel_file file;

        snprintf(name, sizeof name, "%.*s", (int)strlen(entries[i]->d_name) - 3,
                 entries[i]->d_name);
        if (find_kernel_file(name, &file) && strcmp(file.frame, "step") != 0)
            write_entry(out, name, &count);
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    fprintf(out, "]\n");
}
