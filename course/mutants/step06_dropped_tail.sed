# sum-odd: a last block that is not full is left out
/^        for (unsigned int next/,/^            g_idata/d
