/*
 * The flags that simcc takes: nvcc's, some of the host's compiler, and its own. The table is the
 * source of docs/flags.md, too.
 */
#ifndef SIMCC_FLAG_TABLE_H
#define SIMCC_FLAG_TABLE_H

/* What stands behind a flag. */
enum flag_value {
    VALUE_NONE,
    VALUE_ONE,    /* -flag VALUE or -flag=VALUE */
    VALUE_JOINED, /* the same, or -fVALUE behind its short name */
    VALUE_DIGITS, /* the same, if VALUE is a number */
};

enum flag_action {
    FLAG_HARMLESS, /* taken, and changes nothing */
    FLAG_REFUSED,
    /* the others do something: apply_flag.c */
    FLAG_ARCHITECTURES,
    FLAG_ARCHIVER,
    FLAG_ARCHIVER_OPTIONS,
    FLAG_CODES,
    FLAG_COMPILE_ONLY,
    FLAG_COMPILER,
    FLAG_COMPILER_OPTIONS,
    FLAG_DEFAULT_STREAM,
    FLAG_DEFINE,
    FLAG_DEPENDENCIES,
    FLAG_DEPENDENCIES_ALONE,
    FLAG_DEPENDENCY_FILE,
    FLAG_DEPENDENCY_TARGET,
    FLAG_DEVICE_DEBUG,
    FLAG_DEVICE_LINK,
    FLAG_DEVICE_ONLY,
    FLAG_DRY_RUN,
    FLAG_FOLDER_OF_HEADERS,
    FLAG_FOLDER_OF_LIBRARIES,
    FLAG_FOLDER_OF_OUTPUT,
    FLAG_FOLDER_TO_KEEP,
    FLAG_FORWARD,
    FLAG_HELP,
    FLAG_INCLUDE,
    FLAG_KEEP,
    FLAG_LANGUAGE,
    FLAG_LIBRARY,
    FLAG_LINKER_OPTIONS,
    FLAG_MACHINE,
    FLAG_MAKE_LIBRARY,
    FLAG_OPTIMISATION,
    FLAG_OPTIONS_FILE, /* response_file.c has read it */
    FLAG_OUTPUT,
    FLAG_PLAIN,
    FLAG_PRECOMPILE,
    FLAG_PREPROCESS,
    FLAG_PROFILE,
    FLAG_RELOCATABLE,
    FLAG_RUN,
    FLAG_RUN_ARGUMENTS,
    FLAG_RUN_PATH,
    FLAG_SHARED,
    FLAG_STANDARD,
    FLAG_TO_COMPILER,       /* as it is */
    FLAG_TO_COMPILER_VALUE, /* as it is, with =VALUE */
    FLAG_TO_BOTH,           /* to the compiler and the linker */
    FLAG_VERBOSE,
    FLAG_VERSION,
    FLAG_WARNINGS_AS_ERRORS,
};

enum flag_origin { FLAG_OF_NVCC, FLAG_OF_HOST, FLAG_OF_SIMCC };

struct flag {
    const char *names[2]; /* the long one and the short one, or NULL */
    enum flag_origin origin;
    enum flag_value value;
    enum flag_action action;
    const char *about; /* what it does here, why it does nothing, or why it is refused */
};

/* Ends with a flag without names. */
extern const struct flag flag_table[];

/*
 * The flag that a word of the command line is, or NULL. *value: what stands behind it in the same
 * word, or NULL.
 */
const struct flag *find_flag(const char *word, const char **value);

/* The name in the table that is most like an unknown word; NULL where none is. */
const char *nearest_flag(const char *word);

#endif
