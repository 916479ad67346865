# sum-odd: a group's values stand in the order in which the blocks arrive
/the value is on its way before/,/^        }/c\
        if (tid == 0) {\
            unsigned int place = atomicInc(&g_ticket[group], members - 1);\
            post(g_mail + (group * GROUP + place) * WORDS(accumulator), *value);\
            is_last = place == members - 1;\
        }
