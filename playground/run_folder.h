/*
 * A folder for each run: the text as it was then, and what came of it. The last ones are kept, so
 * that two versions can be seen side by side.
 */
#ifndef RUN_FOLDER_H
#define RUN_FOLDER_H

#include "kernel_files.h"

enum { ID_BYTES = 16 };

/* Makes the folder of runs, or empties it. Returns 0 if it cannot. */
int empty_run_folders(void);

/*
 * Makes a folder for a run, with the text under the name that findings will call it by. Stores the
 * run's id, the folder, and what is to be compiled.
 */
int make_run_folder(const struct kernel_file *file, const char *text, size_t length,
                    char id[ID_BYTES], struct path *folder, struct path *source);

/* The path of a result of a run: 0 if there can be none of that id and name. */
int find_result(const char *id, const char *name, struct path *path);

/* Removes them all. */
void remove_run_folders(void);

#endif
