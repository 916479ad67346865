# sum-odd: a group's values are combined one after the other
/for (unsigned int warp = tid \/ 32; warp < GROUP \/ 32/,/value = combineWarps<Operator, GROUP/c\
        for (unsigned int member = 0; tid == 0 \&\& member < members; member++) {\
            accumulator other = collect<accumulator>(g_mail + (group * GROUP + member) * WORDS(accumulator));\
            *value = member == 0 ? other : Operator::combine(*value, other);\
        }
