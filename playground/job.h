/*
 * A kernel's way from text to results: compiled, linked, run, each with the grader's limits.
 */
#ifndef JOB_H
#define JOB_H

struct job {
    const char *lab;    /* the lab's folder */
    const char *folder; /* of this run; relative names of sources are in it */
    const char *source; /* what is compiled, in that folder or, of a frame, an absolute name */
    const char *n, *block, *device;
};

/*
 * Writes a line of JSON to stdout for each thing that happens (playground/README.md), the last of
 * which tells the end.
 */
void do_job(const struct job *job);

#endif
