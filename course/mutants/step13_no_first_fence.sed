# clean: the ticket may be seen before the sum
/__threadfence(); \/\/ a block that sees/d
