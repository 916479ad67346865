/*
 * The playground's server: an editor in the browser, for this machine alone.
 *
 *     server LAB OWN EDITOR PORT [OPENER]
 *
 * OWN: the folder of the user's files; EDITOR: CodeMirror's folder; PORT: 0 for any that is free;
 * OPENER: a command that opens an address in a browser. Prints the page's address, and runs until
 * it gets SIGINT, SIGTERM or SIGHUP. Exit status: 0 then, 2 for bad usage, 3 if it cannot start.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#include "answer.h"
#include "guard.h"
#include "kernel_files.h"
#include "routes.h"
#include "run_folder.h"
#include "run_stream.h"

enum { CONNECTIONS_MOST = 48, PATIENCE = 20 /* seconds without a byte */ };

struct settings settings;

static const char refused[] =
    "This is not the playground's page, or its address lacks the token. Open the address that\n"
    "`make playground` has printed, the whole line.\n"
    "这不是试验场的页面，或者地址里缺少口令。请打开 `make playground` 打印的完整地址。\n";

static enum MHD_Result add_to(struct body *body, const char *data, size_t size)
{
    if (body->is_too_long || body->length + size > SOURCE_MOST) {
        body->is_too_long = 1;
        return MHD_YES;
    }
    memcpy(body->text + body->length, data, size);
    body->length += size;
    return MHD_YES;
}

/* One longer than is allowed is not even read. */
static int is_too_long(struct MHD_Connection *connection)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");

    return length != NULL && strtoull(length, NULL, 10) > SOURCE_MOST;
}

static enum MHD_Result handle(void *unused, struct MHD_Connection *connection, const char *address,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **kept)
{
    struct body *body = *kept;
    const char *rest;

    (void)unused;
    (void)version;
    if (body == NULL) { /* the headers are here: who may not ask is not listened to */
        if (!guard_allows(connection, method, address, &rest))
            return answer_line(connection, MHD_HTTP_FORBIDDEN, refused);
        if (is_too_long(connection))
            return answer_line(connection, MHD_HTTP_CONTENT_TOO_LARGE, "too long\n");
        body = calloc(1, sizeof *body);
        if (body == NULL || (body->text = malloc(SOURCE_MOST)) == NULL) {
            free(body);
            return MHD_NO;
        }
        *kept = body;
        return MHD_YES;
    }
    if (*size > 0) {
        enum MHD_Result result = add_to(body, data, *size);

        *size = 0;
        return result;
    }
    if (!guard_allows(connection, method, address, &rest))
        return answer_line(connection, MHD_HTTP_FORBIDDEN, refused);
    return answer(connection, method, rest, body);
}

static void completed(void *unused, struct MHD_Connection *connection, void **kept,
                      enum MHD_RequestTerminationCode code)
{
    struct body *body = *kept;

    (void)unused;
    (void)connection;
    (void)code;
    if (body != NULL)
        free(body->text);
    free(body);
    *kept = NULL;
}

/* Broken requests are answered, and no news. */
static void stay_silent(void *unused, const char *format, va_list more)
{
    (void)unused;
    (void)format;
    (void)more;
}

/* Listens on 127.0.0.1 and nowhere else; stores the port. Returns -1 if the port is taken. */
static int listen_at(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

    if (listening < 0)
        return -1;
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listening, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listening, CONNECTIONS_MOST) != 0 ||
        getsockname(listening, (struct sockaddr *)&address, &length) != 0) {
        close(listening);
        return -1;
    }
    settings.port = ntohs(address.sin_port);
    return listening;
}

static struct MHD_Daemon *start(int listening)
{
    return MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
                                MHD_USE_POLL | MHD_USE_ERROR_LOG,
                            0, NULL, NULL, handle, NULL, MHD_OPTION_EXTERNAL_LOGGER, stay_silent,
                            NULL, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)CONNECTIONS_MOST, MHD_OPTION_CONNECTION_TIMEOUT,
                            (unsigned)PATIENCE, MHD_OPTION_STRICT_FOR_CLIENT, 1,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
}

static int fail(const char *what)
{
    fprintf(stderr, "make playground: %s: %s\n", what, strerror(errno));
    return 3;
}

/*
 * Other users of the machine see what a command is given: so the address goes into a file that only
 * this user can read. A code host's helper takes nothing but addresses; there nobody else is.
 */
static struct path what_to_open(const char *opener, const char *address)
{
    struct path page = path_of("%s/open.html", settings.runs);
    FILE *file = strstr(opener, "xdg-open") != NULL ? fopen(page.text, "we") : NULL;

    if (file == NULL)
        return path_of("%s", address);
    fprintf(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=%s\">\n", address);
    fclose(file);
    return page;
}

/* The browser lives on when the server ends. */
static void open_page(const char *opener, const char *address)
{
    struct path target = what_to_open(opener, address);
    pid_t child = fork();

    if (child != 0)
        return;
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL)
        execlp(opener, opener, target.text, (char *)NULL);
    _exit(127);
}

static void announce(const char *opener)
{
    char address[ORIGIN_BYTES + TOKEN_BYTES + 3];

    snprintf(address, sizeof address, "%s/%s/", settings.origin[0], settings.token);
    printf("The playground: %s\n"
           "Open that address in a browser of this machine; it is yours alone. Ctrl-C ends it.\n",
           address);
    fflush(stdout);
    if (*opener != '\0')
        open_page(opener, address);
}

static const char *absolute(const char *path)
{
    char *real = realpath(path, NULL);

    return real != NULL ? real : path;
}

int main(int argc, char **argv)
{
    sigset_t ends;
    int received;
    char *end;

    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: server LAB OWN EDITOR PORT [OPENER]\n");
        return 2;
    }
    unsigned long port = strtoul(argv[4], &end, 10);
    if (*end != '\0' || *argv[4] < '0' || *argv[4] > '9' || port > 65535) {
        fprintf(stderr, "make playground: PORT=%s: a number up to 65535, 0 for any that is free\n",
                argv[4]);
        return 2;
    }
    settings.lab = absolute(argv[1]);
    settings.own = absolute(argv[2]);
    settings.editor = argv[3];
    struct path runs = path_of("%s/build/playground/runs.%d", settings.lab, (int)getpid());
    settings.runs = runs.text;
    settings.is_handout = access(path_of("%s/course/steps", settings.lab).text, R_OK) == 0;
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    if (!empty_run_folders())
        return fail(settings.runs);
    int listening = listen_at((unsigned)port);
    struct MHD_Daemon *daemon;
    if (listening < 0)
        return fail("cannot listen at this port");
    if (!guard_start() || (daemon = start(listening)) == NULL)
        return fail("cannot start");
    announce(argc > 5 ? argv[5] : "");
    sigwait(&ends, &received);
    end_runs();
    MHD_stop_daemon(daemon);
    remove_run_folders();
    return 0;
}
