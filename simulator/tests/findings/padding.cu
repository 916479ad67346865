/*
 * Structures with padding, written member by member and then copied: that the padding is
 * unwritten is no mistake. Run by tests/findings.t. The argument is a type's name (then its
 * last structure stays unwritten) or all.
 */
#include <stdio.h>
#include <string.h>

#define COUNT 32

struct tagged { int key; char tag; };                       /* 3 bytes of padding at the end */
struct narrow { char tag; short key; };                     /* 1 in the middle */
struct counted { double sum; int count; };                  /* 4 at the end */
struct late { int count; double sum; };                     /* 4 in the middle */
struct three { char tag; int key; char other; };            /* 3 and 3 */
struct large { int key; double sum; char tag; int four[4]; char other; };
struct wide { int4 vector; int key; };                      /* 12 at the end */

static __device__ void write(tagged *t) { t->key = 1; t->tag = 2; }
static __device__ void write(narrow *n) { n->tag = 1; n->key = 2; }
static __device__ void write(counted *c) { c->sum = 1; c->count = 2; }
static __device__ void write(late *l) { l->count = 1; l->sum = 2; }
static __device__ void write(three *t) { t->tag = 1; t->key = 2; t->other = 3; }
static __device__ void write(wide *w) { w->vector = make_int4(1, 2, 3, 4); w->key = 5; }
static __device__ void write(large *l)
{
    l->key = 1; l->sum = 2; l->tag = 3; l->other = 5;
    for (int i = 0; i < 4; i++)
        l->four[i] = 4;
}

template <class type> __global__ void fill(type *items, int count)
{
    if (threadIdx.x < count)
        write(&items[threadIdx.x]);
}

template <class type> __global__ void copy(type *target, const type *source)
{
    target[threadIdx.x] = source[threadIdx.x];
}

/* Compilers take the structure to pieces where a part of it is used. */
template <class type> __global__ void look_and_copy(type *target, const type *source, int *first)
{
    type item = source[threadIdx.x];
    first[threadIdx.x] = *(const char *)&item;
    target[threadIdx.x] = item;
}

template <class type> static int try_type(const char *name, const char *wanted)
{
    int all = !strcmp(wanted, "all"), *first;
    type *source, *target;
    if (!all && strcmp(wanted, name))
        return 0;
    if (cudaMalloc(&source, COUNT * sizeof *source) || cudaMalloc(&first, COUNT * sizeof(int)) ||
        cudaMalloc(&target, COUNT * sizeof *target))
        return 0;
    fill<<<1, COUNT>>>(source, all ? COUNT : COUNT - 1);
    copy<<<1, COUNT>>>(target, source);
    if (all)
        look_and_copy<<<1, COUNT>>>(target, source, first);
    return 1;
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    int tried = try_type<tagged>("tagged", words[1]) + try_type<narrow>("narrow", words[1]) +
                try_type<counted>("counted", words[1]) + try_type<late>("late", words[1]) +
                try_type<three>("three", words[1]) + try_type<large>("large", words[1]) +
                try_type<wide>("wide", words[1]);
    printf("%d\n", tried);
    return 0;
}
