/*
 * The type of an iterator's elements, for CUB and Thrust.
 */
#ifndef SIM_ITERATOR_VALUE_H
#define SIM_ITERATOR_VALUE_H

#include <iterator>
#include <type_traits>

namespace cuda_sim {

template <class iterator, class = void> struct iterator_value {
    typedef std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<iterator>())>> type;
};

/* An iterator may give proxies of its elements, as zip_iterator does; it names their type. */
template <class iterator>
struct iterator_value<iterator, std::void_t<typename std::iterator_traits<iterator>::value_type>> {
    typedef std::remove_cv_t<typename std::iterator_traits<iterator>::value_type> type;
};

}

#endif
