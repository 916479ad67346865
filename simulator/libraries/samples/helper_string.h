/*
 * Command lines and files, under the names that NVIDIA's samples use. Options are -name or
 * --name, with values after =. Written for the simulator; a program's own header comes first.
 */
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* Names for the C library's functions, which differ on Windows. */
#define STRCASECMP              strcasecmp
#define STRNCASECMP             strncasecmp
#define STRCPY(to, size, from)  strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(file)        ((file) == NULL)
#define SSCANF                  sscanf
#define SPRINTF                 sprintf

/* How many of this character the word begins with. */
static inline int stringRemoveDelimiter(char delimiter, const char *word)
{
    int count = 0;

    while (word[count] == delimiter && word[count])
        count++;
    return count;
}

/* The text behind -name: "", or "=value"; NULL where the option is not given. */
static inline const char *sim_option(int argc, const char **argv, const char *name)
{
    size_t length = strlen(name);

    for (int i = 1; i < argc; i++) {
        int dashes = stringRemoveDelimiter('-', argv[i]);
        const char *word = argv[i] + dashes;

        if (dashes && !strncasecmp(word, name, length) && (!word[length] || word[length] == '='))
            return word + length;
    }
    return NULL;
}

static inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return sim_option(argc, argv, name) != NULL;
}

static inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name)
{
    const char *rest = sim_option(argc, argv, name);

    return rest && *rest ? atoi(rest + 1) : 0;
}

static inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name)
{
    const char *rest = sim_option(argc, argv, name);

    return rest && *rest ? (float)atof(rest + 1) : 0.0f;
}

static inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name,
                                            char **value)
{
    const char *rest = sim_option(argc, argv, name);

    *value = rest && *rest ? const_cast<char *>(rest + 1) : NULL;
    return *value != NULL;
}

template <class type>
static inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name,
                                           type *value)
{
    const char *rest = sim_option(argc, argv, name);

    if (rest && *rest)
        *value = (type)atoi(rest + 1);
    return rest && *rest;
}

/* The position of the extension behind the last dot; *extension points to it; 0 and NULL without.
 */
static inline int getFileExtension(char *name, char **extension)
{
    char *dot = strrchr(name, '.');

    *extension = dot ? dot + 1 : NULL;
    return dot ? (int)(dot + 1 - name) : 0;
}

/* The file beside the program's folder, in ./data or two folders up; NULL if it is in none. */
static inline char *sdkFindFilePath(const char *name, const char *program)
{
    static const char *const folders[] = {"./", "./data/", "../", "../data/", "../../data/"};

    (void)program;
    for (const char *folder : folders) {
        char *path = (char *)malloc(strlen(folder) + strlen(name) + 1);

        strcat(strcpy(path, folder), name);
        if (FILE *file = fopen(path, "rb")) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return NULL;
}

#endif
