#define _GNU_SOURCE
#include "descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct process {
    pid_t number, parent;
    int is_ours;
};

struct list {
    struct process *processes;
    size_t count, room;
};

int adopt_descendants(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

/* The name in /proc/NUMBER/stat may hold blanks and brackets: the parent stands behind the last. */
static pid_t parent_of(const char *number)
{
    char path[300], text[600] = "", state;
    int parent = 0;

    snprintf(path, sizeof path, "/proc/%s/stat", number);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *end = strrchr(text, ')');
    return end != NULL && sscanf(end + 1, " %c %d", &state, &parent) == 2 ? parent : 0;
}

static void list_processes(struct list *list)
{
    DIR *folder = opendir("/proc");
    struct dirent *entry;

    list->count = 0;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        if (list->count == list->room) {
            size_t room = list->room > 0 ? 2 * list->room : 256;
            struct process *more = realloc(list->processes, room * sizeof *more);

            if (more == NULL)
                break;
            list->processes = more;
            list->room = room;
        }
        list->processes[list->count++] =
            (struct process){atoi(entry->d_name), parent_of(entry->d_name), 0};
    }
    if (folder != NULL)
        closedir(folder);
}

static int is_of_ours(const struct list *list, pid_t parent)
{
    if (parent == getpid())
        return 1;
    for (size_t i = 0; i < list->count; i++)
        if (list->processes[i].number == parent)
            return list->processes[i].is_ours;
    return 0;
}

/* Marks children, then theirs, and so on; sends them all the signal. Returns how many there are. */
static size_t signal_descendants(struct list *list, int signal)
{
    size_t count = 0, before;

    list_processes(list);
    do {
        before = count;
        for (size_t i = 0; i < list->count; i++)
            if (!list->processes[i].is_ours && is_of_ours(list, list->processes[i].parent)) {
                list->processes[i].is_ours = 1;
                kill(list->processes[i].number, signal);
                count++;
            }
    } while (count > before);
    return count;
}

void end_descendants(void)
{
    struct list list = {0};
    size_t stopped = 0, before;

    do { /* who is stopped starts no others */
        before = stopped;
        stopped = signal_descendants(&list, SIGSTOP);
    } while (stopped > before);
    for (;;) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            break;
        signal_descendants(&list, SIGKILL);
        usleep(2000);
    }
    free(list.processes);
}
