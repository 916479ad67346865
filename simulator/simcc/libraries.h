/*
 * CUDA's libraries by name: which are part of the simulator, and which it lacks.
 */
#ifndef SIMCC_LIBRARIES_H
#define SIMCC_LIBRARIES_H

/*
 * 1 if -lNAME needs nothing to be linked: the simulator has it. So it is for a library of CUDA's
 * that it lacks, after a warning: many programs that call nothing of it are linked with it, and of
 * the others the linker says what is missing. 0 for any other library.
 */
int is_own_library(const char *name);

/*
 * For the name in an #include: the library, if the simulator lacks its headers, and the advice, as
 * two strings; NULL for any other file.
 */
const char *const *lacking_library(const char *header);

#endif
