/* Part of iterator/iterator_traits.h; the name is kept for programs that ask for it. */
#include "../iterator/iterator_traits.h"
