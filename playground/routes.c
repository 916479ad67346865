#include "routes.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "kernel_files.h"
#include "run_folder.h"
#include "run_stream.h"
#include "view_page.h"

static const char *argument(struct MHD_Connection *connection, const char *name)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);

    return value != NULL ? value : "";
}

/* Files of the page and of the editor, by the end of their names. */
static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"}};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t length = strlen(name), end = strlen(types[i][0]);

        if (length > end && strcmp(name + length - end, types[i][0]) == 0)
            return types[i][1];
    }
    return NULL;
}

/* Names of letters, digits, _ and - with one dot before the end, in folders of such names. */
static int is_plain(const char *name)
{
    return *name != '\0' && *name != '/' && strstr(name, "..") == NULL &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz_-./") == strlen(name);
}

static enum MHD_Result answer_static(struct MHD_Connection *connection, const char *folder,
                                     const char *name)
{
    const char *type = type_of(name);

    if (!is_plain(name) || type == NULL)
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such page here.\n");
    return answer_file(connection, path_of("%s/%s", folder, name).text, type, NULL);
}

static enum MHD_Result answer_list(struct MHD_Connection *connection)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        return MHD_NO;
    list_kernel_files(out);
    fclose(out);
    return answer_text(connection, MHD_HTTP_OK, text, length, "application/json", NULL);
}

static enum MHD_Result answer_source(struct MHD_Connection *connection, const char *name,
                                     char *(*read)(const struct kernel_file *, size_t *, char *))
{
    struct kernel_file file;
    char version[VERSION_BYTES] = "";
    size_t length;

    if (!find_kernel_file(name, &file))
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such kernel here.\n");
    char *text = read(&file, &length, version);
    if (text == NULL)
        return answer_line(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
                           "This file cannot be read, or it is too long.\n");
    return answer_text(connection, MHD_HTTP_OK, text, length, "text/plain; charset=utf-8", version);
}

static enum MHD_Result save(struct MHD_Connection *connection, const char *name,
                            const struct body *body)
{
    struct kernel_file file;
    char version[VERSION_BYTES];

    if (!find_kernel_file(name, &file))
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such kernel here.\n");
    snprintf(version, sizeof version, "%s", argument(connection, "version"));
    switch (save_kernel_file(&file, body->text, body->length, version)) {
    case SAVED:
        return answer_text(connection, MHD_HTTP_OK, strdup(version), strlen(version),
                           "text/plain; charset=utf-8", version);
    case CHANGED_MEANWHILE:
        return answer_line(connection, MHD_HTTP_CONFLICT, "The file has changed meanwhile.\n");
    default:
        return answer_line(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
                           "The file cannot be written.\n");
    }
}

static enum MHD_Result set_aside(struct MHD_Connection *connection, const char *name,
                                 const struct body *body)
{
    struct kernel_file file;

    if (!find_kernel_file(name, &file))
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such kernel here.\n");
    if (!keep_aside(&file, body->text, body->length))
        return answer_line(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
                           "The file cannot be written.\n");
    return answer_line(connection, MHD_HTTP_OK, "kept\n");
}

static int is_number(const char *text, size_t digits)
{
    size_t length = strlen(text);

    return length > 0 && length <= digits && strspn(text, "0123456789") == length && *text != '0';
}

static enum MHD_Result start_run(struct MHD_Connection *connection, const char *name,
                                 const struct body *body)
{
    static const char *const devices[] = {"h100", "h200", "k20m", "rtx2070s"};
    struct kernel_file file;
    const char *device = argument(connection, "device");
    struct run_request request = {
        &file, body->text, body->length, argument(connection, "n"), argument(connection, "block"),
        NULL};

    if (!find_kernel_file(name, &file))
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such kernel here.\n");
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (strcmp(device, devices[i]) == 0)
            request.device = devices[i];
    if (request.device == NULL || !is_number(request.n, 8) || !is_number(request.block, 4))
        return answer_line(connection, MHD_HTTP_BAD_REQUEST,
                           "n is 1 to 99999999, block 1 to 9999, device one of those listed.\n");
    return answer_run(connection, &request);
}

/* runs/ID/NAME */
static enum MHD_Result answer_result(struct MHD_Connection *connection, const char *rest)
{
    char id[ID_BYTES] = "", name[32] = "";
    struct path path, other;

    if (sscanf(rest, "%15[0-9]/%31[a-z_.]", id, name) != 2)
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such run here.\n");
    if (strcmp(name, "view.html") == 0 && find_result(id, "view.json", &path)) {
        const char *with = argument(connection, "with");

        return answer_view(connection, path.text,
                           find_result(with, "view.json", &other) ? other.text : NULL);
    }
    if (!find_result(id, name, &path))
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such result here.\n");
    return answer_file(
        connection, path.text,
        strcmp(name, "view.json") == 0 ? "application/json" : "text/csv; charset=utf-8", NULL);
}

static enum MHD_Result answer_get(struct MHD_Connection *connection, const char *rest)
{
    if (*rest == '\0')
        rest = "page/index.html";
    if (strncmp(rest, "page/", 5) == 0)
        return answer_static(connection, path_of("%s/playground/page", settings.lab).text,
                             rest + 5);
    if (strncmp(rest, "texts/", 6) == 0)
        return answer_static(connection, path_of("%s/build/playground/texts", settings.lab).text,
                             rest + 6);
    if (strncmp(rest, "editor/", 7) == 0)
        return answer_static(connection, settings.editor, rest + 7);
    if (strcmp(rest, "files") == 0)
        return answer_list(connection);
    if (strncmp(rest, "file/", 5) == 0)
        return answer_source(connection, rest + 5, read_kernel_file);
    if (strncmp(rest, "original/", 9) == 0)
        return answer_source(connection, rest + 9, read_original);
    if (strncmp(rest, "runs/", 5) == 0)
        return answer_result(connection, rest + 5);
    return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such page here.\n");
}

enum MHD_Result answer(struct MHD_Connection *connection, const char *method, const char *rest,
                       const struct body *body)
{
    if (body->is_too_long)
        return answer_line(connection, MHD_HTTP_CONTENT_TOO_LARGE, "too long\n");
    if (strcmp(method, "GET") == 0)
        return answer_get(connection, rest);
    if (strcmp(method, "PUT") == 0 && strncmp(rest, "file/", 5) == 0)
        return save(connection, rest + 5, body);
    if (strcmp(method, "PUT") == 0 && strncmp(rest, "aside/", 6) == 0)
        return set_aside(connection, rest + 6, body);
    if (strcmp(method, "POST") == 0 && strncmp(rest, "run/", 4) == 0)
        return start_run(connection, rest + 4, body);
    return answer_line(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Nothing is done by that here.\n");
}
