/*
 * The main of a program with a kernel from the playground: gives up all rights that a kernel does
 * not need (course/confined.h), and only then calls the program's own, which has been renamed.
 */
#include "../course/judging.h"

int playground_main(int argc, char **argv);

int main(int argc, char **argv)
{
    if (!give_up_rights())
        return EXIT_CUDA_FAILURE;
    return playground_main(argc, argv);
}
