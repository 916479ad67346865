#include "answer.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum MHD_Result answer_with(struct MHD_Connection *connection, unsigned status,
                            struct MHD_Response *response, const char *type, const char *policy)
{
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Content-Security-Policy",
                            policy != NULL ? policy : OWN_PAGE);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    enum MHD_Result result = MHD_queue_response(connection, status, response);

    MHD_destroy_response(response);
    return result;
}

enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned status, char *text,
                            size_t length, const char *type, const char *version)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);

    if (response == NULL)
        free(text);
    else if (version != NULL)
        MHD_add_response_header(response, "X-Version", version);
    return answer_with(connection, status, response, type, NULL);
}

enum MHD_Result answer_line(struct MHD_Connection *connection, unsigned status, const char *line)
{
    return answer_with(
        connection, status,
        MHD_create_response_from_buffer(strlen(line), (void *)line, MHD_RESPMEM_PERSISTENT),
        "text/plain; charset=utf-8", NULL);
}

enum MHD_Result answer_file(struct MHD_Connection *connection, const char *path, const char *type,
                            const char *policy)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    struct MHD_Response *response = NULL;

    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        (response = MHD_create_response_from_fd((uint64_t)status.st_size, file)) == NULL) {
        if (file >= 0)
            close(file);
        return answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such file here.\n");
    }
    return answer_with(connection, MHD_HTTP_OK, response, type, policy);
}
