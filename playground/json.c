#include "json.h"

/* The length of the character that begins here, or 0 if it is not UTF-8. */
static size_t utf8_length(const unsigned char *text, size_t left)
{
    size_t length = text[0] < 0x80                       ? 1
                    : text[0] >= 0xC2 && text[0] <= 0xDF ? 2
                    : text[0] >= 0xE0 && text[0] <= 0xEF ? 3
                    : text[0] >= 0xF0 && text[0] <= 0xF4 ? 4
                                                         : 0;

    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] > 0x9F) ||
        (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] > 0x8F))
        return 0;
    return length;
}

void json_string(FILE *out, const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text;

    putc('"', out);
    while (length > 0) {
        size_t bytes = utf8_length(at, length);

        if (bytes == 0)
            fputs("\\ufffd", out);
        else if (bytes == 1 && (*at < 0x20 || *at == '"' || *at == '\\' || *at == 0x7F))
            fprintf(out, "\\u%04x", *at);
        else
            fwrite(at, 1, bytes, out);
        at += bytes > 0 ? bytes : 1;
        length -= bytes > 0 ? bytes : 1;
    }
    putc('"', out);
}
