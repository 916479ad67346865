#!/bin/sh
# Prints how many sentences of the steps' pages name a cause, and on what they stand (tests/causes.t holds each of them).
exec perl -Itests/lib -MCauses -e '
    my %on = (map({ $_ => 0 } qw(tried counted fact model guess)), %{tally_of_causes()});
    my $all = 0;
    $all += $on{$_} for qw(tried counted fact model guess);
    print "The pages of the steps name a cause in $all sentences: $on{tried} stand on a trial, $on{counted} on counters ",
        "or times beside them, $on{fact} on a rule of the hardware, of the language or of arithmetic; $on{model} are the ",
        "model\x27s, $on{guess} guesses, and they say so.\n"'
