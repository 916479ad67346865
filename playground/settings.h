/*
 * What the server was started with. Set before the first request, and only read after that.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

enum { TOKEN_BYTES = 32, ORIGIN_BYTES = 300, ORIGINS = 3 };

struct settings {
    const char *lab;    /* the lab's folder, absolute */
    const char *own;    /* folder of the user's files, absolute */
    const char *runs;   /* folder for runs, absolute */
    const char *editor; /* CodeMirror's folder */
    int is_handout;     /* the steps' files are the exercises */
    unsigned port;
    char token[TOKEN_BYTES + 1];        /* of hexadecimal digits */
    char origin[ORIGINS][ORIGIN_BYTES]; /* where the page may come from: "http://127.0.0.1:8017" */
};

extern struct settings settings;

#endif
