# clean: the ticket may be seen before the sum
/__threadfence(); \/\/ whoever/d
