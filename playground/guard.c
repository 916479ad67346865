#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "settings.h"

/* A code host's browser editor shows this port under a name of its own, in its variables' terms. */
static void add_forwarded(char *origin)
{
    const char *name = getenv("CODESPACE_NAME");
    const char *domain = getenv("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN");

    if (name != NULL && domain != NULL)
        snprintf(origin, ORIGIN_BYTES, "https://%s-%u.%s", name, settings.port, domain);
}

int guard_start(void)
{
    unsigned char random[TOKEN_BYTES / 2];

    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return 0;
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(settings.token + 2 * i, 3, "%02x", random[i]);
    snprintf(settings.origin[0], ORIGIN_BYTES, "http://127.0.0.1:%u", settings.port);
    snprintf(settings.origin[1], ORIGIN_BYTES, "http://localhost:%u", settings.port);
    add_forwarded(settings.origin[2]);
    return 1;
}

static int is_origin(const char *origin)
{
    for (int i = 0; i < ORIGINS; i++)
        if (*settings.origin[i] != '\0' && strcasecmp(settings.origin[i], origin) == 0)
            return 1;
    return 0;
}

/* An origin without its "http://" is what the browser calls the host. */
static int is_host(const char *host)
{
    for (int i = 0; i < ORIGINS; i++)
        if (*settings.origin[i] != '\0' &&
            strcasecmp(strstr(settings.origin[i], "//") + 2, host) == 0)
            return 1;
    return 0;
}

/* How long it takes says nothing about the token. */
static int is_token(const char *text)
{
    unsigned char difference = 0;

    if (strnlen(text, TOKEN_BYTES + 1) <= TOKEN_BYTES || text[TOKEN_BYTES] != '/')
        return 0;
    for (size_t i = 0; i < TOKEN_BYTES; i++)
        difference |= (unsigned char)(text[i] ^ settings.token[i]);
    return difference == 0;
}

/* Of the headers of one name, how many there are: two hosts are none. */
struct found {
    const char *name, *value;
    int count;
};

static enum MHD_Result look_at(void *looked_for, enum MHD_ValueKind kind, const char *name,
                               const char *value)
{
    struct found *found = looked_for;

    (void)kind;
    if (strcasecmp(name, found->name) == 0) {
        found->value = value != NULL ? value : "";
        found->count++;
    }
    return MHD_YES;
}

static struct found header(struct MHD_Connection *connection, const char *name)
{
    struct found found = {name, NULL, 0};

    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at, &found);
    return found;
}

int guard_allows(struct MHD_Connection *connection, const char *method, const char *address,
                 const char **rest)
{
    struct found host = header(connection, "Host"), origin = header(connection, "Origin"),
                 site = header(connection, "Sec-Fetch-Site"),
                 mode = header(connection, "Sec-Fetch-Mode");
    int changes = strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0;

    if (host.count != 1 || !is_host(host.value))
        return 0;
    if (origin.count > 1 || (origin.count == 1 && !is_origin(origin.value)) ||
        (changes && origin.count == 0))
        return 0;
    if (site.count > 0 && strcmp(site.value, "same-origin") != 0 &&
        strcmp(site.value, "none") != 0 &&
        !(mode.count == 1 && strcmp(mode.value, "navigate") == 0 && !changes))
        return 0;
    if (address[0] != '/' || !is_token(address + 1))
        return 0;
    *rest = address + 1 + TOKEN_BYTES + 1;
    return 1;
}
