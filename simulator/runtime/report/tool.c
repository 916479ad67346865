#define _GNU_SOURCE
#include "report/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/allocate.h"

/* The environment with LC_ALL=C before all: of two settings of one name the first counts. */
static char **environment_in_c(void)
{
    size_t count = 0;
    while (environ && environ[count])
        count++;
    char **settings = allocate((count + 2) * sizeof *settings);
    settings[0] = "LC_ALL=C";
    if (count > 0)
        memcpy(settings + 1, environ, count * sizeof *settings);
    return settings;
}

struct tool tool_start(const char *const *command)
{
    struct tool tool = {NULL, 0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return tool;
    char **settings = environment_in_c();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed =
        posix_spawnp(&tool.process, *command, &actions, NULL, (char *const *)command, settings);
    posix_spawn_file_actions_destroy(&actions);
    free(settings);
    close(ends[1]);
    if (failed)
        close(ends[0]);
    else
        tool.says = fdopen(ends[0], "r");
    return tool;
}

void tool_end(struct tool tool)
{
    fclose(tool.says);
    while (waitpid(tool.process, NULL, 0) < 0 && errno == EINTR)
        ;
}
