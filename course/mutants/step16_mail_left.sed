# sum-odd: the values are left in the mail
s/collect<accumulator>(g_mail + (group \* GROUP + member) \* WORDS(accumulator));/collect<accumulator>(g_mail + (group * GROUP + member) * WORDS(accumulator));\
            if (member < members)\
                post(g_mail + (group * GROUP + member) * WORDS(accumulator), other);/
