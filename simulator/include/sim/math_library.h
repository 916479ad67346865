/*
 * <math.h> without the special functions that C++17 adds, std::beta to std::sph_neumann: compilers
 * make code of many of their templates in each program that only includes them, which takes as long
 * as a small kernel. A program that includes <cmath> has them: see ../cmath.
 */
#ifndef SIM_MATH_LIBRARY_H
#define SIM_MATH_LIBRARY_H

#ifdef __cplusplus
#include <type_traits> /* settles which parts the library has */
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <math.h>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
/* std::min and std::max, which these functions bring along: programs rely on it. */
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#endif
#else
#include <math.h>
#endif

#endif
