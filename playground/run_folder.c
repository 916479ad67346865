#define _GNU_SOURCE
#include "run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RUNS_KEPT = 12 };

static atomic_uint run_count;

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)place;
    if (kind == FTW_DP)
        rmdir(path);
    else
        unlink(path);
    return 0;
}

void remove_run_folders(void)
{
    nftw(settings.runs, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Folders are named after their server: those of servers that were killed are removed. */
static void remove_left_folders(void)
{
    struct path place = path_of("%s/build/playground", settings.lab);
    DIR *folder = opendir(place.text);
    struct dirent *entry;

    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        int server = strncmp(entry->d_name, "runs.", 5) == 0 ? atoi(entry->d_name + 5) : 0;

        if (server > 0 && kill(server, 0) != 0 && errno == ESRCH)
            nftw(path_of("%s/%s", place.text, entry->d_name).text, remove_one, 16,
                 FTW_DEPTH | FTW_PHYS);
    }
    if (folder != NULL)
        closedir(folder);
}

int empty_run_folders(void)
{
    remove_left_folders();
    remove_run_folders();
    return mkdir(settings.runs, 0700) == 0;
}

static int write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "we");
    int is_done = file != NULL && fwrite(text, 1, length, file) == length;

    if (file != NULL)
        is_done &= fclose(file) == 0;
    return is_done;
}

static int link_to(const char *folder, const char *name, const char *target)
{
    struct path path = path_of("%s/%s", folder, name);

    return symlink(target, path.text) == 0;
}

/* A step includes ../common, and headers that lie beside it. */
static int make_step(const struct kernel_file *file, const char *folder)
{
    struct path step = path_of("%s/%s", folder, file->step);
    struct path there = path_of("%s/%s", settings.lab, file->step);
    struct path common = path_of("%s/common", settings.lab);
    int is_done = mkdir(step.text, 0700) == 0 && link_to(folder, "common", common.text);
    DIR *beside = is_done ? opendir(there.text) : NULL;
    struct dirent *entry;

    while (beside != NULL && (entry = readdir(beside)) != NULL) {
        size_t length = strlen(entry->d_name);

        if (length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0)
            is_done &=
                link_to(step.text, entry->d_name, path_of("%s/%s", there.text, entry->d_name).text);
    }
    if (beside != NULL)
        closedir(beside);
    return is_done;
}

static void forget_run(unsigned number)
{
    nftw(path_of("%s/%u", settings.runs, number).text, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int make_run_folder(const struct kernel_file *file, const char *text, size_t length,
                    char id[ID_BYTES], struct path *folder, struct path *source)
{
    unsigned number = ++run_count;

    if (number > RUNS_KEPT)
        forget_run(number - RUNS_KEPT);
    snprintf(id, ID_BYTES, "%u", number);
    *folder = path_of("%s/%u", settings.runs, number);
    if (mkdir(folder->text, 0700) != 0)
        return 0;
    if (*file->step == '\0') {
        *source = path_of("%s/playground/frames/%s.cu", settings.lab, file->frame);
        return write_file(path_of("%s/kernel.cu", folder->text).text, text, length);
    }
    *source = path_of("%s/reduce.cu", file->step);
    return make_step(file, folder->text) &&
           write_file(path_of("%s/%s", folder->text, source->text).text, text, length);
}

int find_result(const char *id, const char *name, struct path *path)
{
    if (*id == '\0' || strspn(id, "0123456789") != strlen(id) || strlen(id) > 10 ||
        (strcmp(name, "view.json") != 0 && strcmp(name, "what_if.csv") != 0))
        return 0;
    *path = path_of("%s/%s/%s", settings.runs, id, name);
    return 1;
}
