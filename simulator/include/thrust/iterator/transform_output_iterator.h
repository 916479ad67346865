/* Part of transform_input_output_iterator.h; the name is kept for programs that ask for it. */
#include "transform_input_output_iterator.h"
