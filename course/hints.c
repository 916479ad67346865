#define _GNU_SOURCE
#include "hints.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "submitted.h"

int parse_hint_prices(const char *text, struct hint_prices *prices)
{
    int count = 0, read = 0, sum = 0;

    *prices = (struct hint_prices){{0}};
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        if (count == HINT_STAGES || sscanf(text, "%3[0-9]%n", (char[4]){0}, &read) != 1 ||
            strchr(" ", text[read]) == NULL)
            return 0;
        prices->of_stage[count++] = atoi(text);
        text += read;
    }
    if (count == 1)
        prices->of_stage[1] = prices->of_stage[2] = prices->of_stage[0];
    for (int i = 0; i < HINT_STAGES; i++)
        sum += prices->of_stage[i];
    return count != 2 && sum <= 100;
}

int hint_price(const struct hint_prices *prices, int stages)
{
    int sum = 0;

    for (int i = 0; i < stages && i < HINT_STAGES; i++)
        sum += prices->of_stage[i];
    return sum;
}

/* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv */
uint64_t hint_seal(uint64_t before, const char *line)
{
    uint64_t seal = 14695981039346656037u ^ before;

    for (; *line != '\0'; line++)
        seal = (seal ^ (unsigned char)*line) * 1099511628211u;
    return seal;
}

/* Takes the seal off a line's end; returns whether it is that of the line. */
static int is_sealed(char *line, uint64_t before, uint64_t *seal)
{
    char *last = strrchr(line, ' ');

    if (last == NULL || sscanf(last, " %16" SCNx64, seal) != 1)
        return 0;
    *last = '\0';
    return *seal == hint_seal(before, line);
}

struct hints read_hints(FILE *file, int number)
{
    struct hints hints = {file == NULL ? RECORD_MISSING : RECORD_KEPT, 0, 0};
    char line[HINT_RECORD_LINE];
    int lines = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        int is_begin = strncmp(line, "handed out: ", 12) == 0, step, stage;

        if (!is_begin && strncmp(line, "asked: ", 7) != 0)
            continue;
        if (is_begin != (lines++ == 0) || !is_sealed(line, hints.seal, &hints.seal))
            hints.record = RECORD_CHANGED;
        if (is_begin && strstr(line, " again ") != NULL)
            hints.record = RECORD_CHANGED;
        if (!is_begin && sscanf(line, "asked: step%d %d", &step, &stage) == 2 && step == number &&
            stage > hints.asked && stage <= HINT_STAGES)
            hints.asked = stage;
    }
    if (lines == 0 && file != NULL)
        hints.record = RECORD_CHANGED;
    return hints;
}

struct hints submitted_hints(const char *student, const char *step, int number)
{
    const char *why;
    FILE *file = open_submitted(student, step, "hints.txt", &why);
    struct hints hints = read_hints(file, number);
    DIR *folder = opendir(student);
    struct dirent *entry;

    if (file != NULL)
        fclose(file);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strncmp(entry->d_name, "step", 4) != 0 || strcmp(entry->d_name, step) == 0 ||
            (file = open_submitted(student, entry->d_name, "hints.txt", &why)) == NULL)
            continue;
        struct hints other = read_hints(file, number);

        fclose(file);
        if (other.asked > hints.asked) { /* this one has forgotten what the other knows */
            hints.asked = other.asked;
            if (hints.record == RECORD_KEPT)
                hints.record = RECORD_CHANGED;
        }
    }
    if (folder != NULL)
        closedir(folder);
    return hints;
}
