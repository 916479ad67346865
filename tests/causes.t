#!/usr/bin/perl
# Every sentence of a step's page that names a cause stands on something: it names a comparison of `make
# stepNN why` itself, as in (`a > b`), or tests/causes.tsv says on what it stands. So no cause gets into a
# page that nobody has tried, and none stays when its trial goes.
#
# tests/causes.tsv has a line for each such sentence: the page's step, what it stands on, the sentence.
#   03 a > b    a comparison of step 03
#   fact        a rule of the hardware, of the language or of arithmetic, with its source where it is introduced
#   counted     counters, or times, that stand beside it
#   model       the simulator's clock, and the sentence or the one before it says so
#   guess       nothing: the sentence or its paragraph says that it is a guess, or that we do not know
#   no cause    it uses such a word for something else
use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Test::More;
use lib 'tests/lib';
use Lab;

my $names_a_cause = qr/\b(?:because|that\ is\ why|the\ reason|for\ th(?:is|e\ same)\ reason|costs?|price|hides?|hidden|
    limits?|limited|gains?|saves?|takes?\ away|waits?\ for|thanks\ to|due\ to|slower|faster|sooner|busy|dear|dearest)\b/xi;

# The sentences of a page's text, without code, tables, pictures, headings and what is generated.
sub sentences {
    my ($page) = @_;
    my $text = decode('UTF-8', read_file($page));
    $text =~ s/^```.*?^```$//gms;
    $text =~ s/^<!-- measured.*?<!-- end of measured[^>]*-->$//gms;
    $text =~ s/^(?:\||!\[|#).*$//gm;
    $text =~ s/^> ?//gm;
    my @sentences;
    for my $paragraph (split /\n\s*\n|\n(?=\s*(?:\d+\.|-) )/, $text) {
        $paragraph =~ s/\s+/ /g;
        $paragraph =~ s/^ | $//g;
        push @sentences, split /(?<=[.!?:])\s+(?=[A-Z*`(\[])/, $paragraph;
    }
    return @sentences;
}

# The comparisons that were recorded: "step03_nodivergence a > b".
sub comparisons {
    my ($file) = @_;
    my %has;
    for (grep { !/^#|^step,/ } split /\n/, read_file($file)) {
        /^(\w+),"[^"]*",\w+,\d+,"[^"]*",(\w),(?:"[^"]*"|[^,]*),(?:"[^"]*"|[^,]*)(?:,[^,]*){6},(\w),/ or die "cannot read: $_";
        $has{"$1 $2 > $3"} = 1;
    }
    return \%has;
}

my @pages = grep { !/^step(?:01|15|18)|\.zh-CN\./ } sort glob 'step[0-9][0-9]_*/*.md';
my @recorded = map { comparisons($_) } glob 'docs/results/{h100,h200}/why.csv';
my %step = map { (substr($_, 4, 2) => s{/.*}{}r) } @pages;
my %basis;
for (grep { /\S/ && !/^#/ } split /\n/, decode('UTF-8', read_file('tests/causes.tsv'))) {
    my ($number, $basis, $sentence) = split /\t/;
    $basis{"$number\t$sentence"} = $basis;
}

my %used;
for my $page (@pages) {
    my ($number) = $page =~ /^step(\d\d)/;
    my @without;
    for my $sentence (grep { $_ =~ $names_a_cause && !/\?$/ } sentences($page)) { # a question claims nothing
        my @named = $sentence =~ /`([a-z] > [a-z])`/g;
        $used{"$number\t$sentence"} = 1;
        push @without, $sentence unless @named || $basis{"$number\t$sentence"};
    }
    is(encode('UTF-8', join("\n", @without)), '', "$page: each sentence that names a cause stands on something");
    # also in other sentences, a comparison that is named is there; "[its `a > b`](../stepNN..." is of another page
    my @missing;
    for my $sentence (sentences($page)) {
        while ($sentence =~ /(?:\[its )?`([a-z] > [a-z])`(?:\]\(\.\.\/(step\d\d_\w+))?/g) {
            my $row = ($2 // $step{$number}) . " $1";
            push @missing, $row if grep { !$_->{$row} } @recorded;
        }
    }
    is("@missing", '', "$page: each comparison that is named was recorded on both devices");
}
is(join('', map { encode('UTF-8', "$_\n") } grep { !$used{$_} } sort keys %basis), '',
    'tests/causes.tsv has no sentence that no page has');
my @wrong;
for (sort keys %basis) {
    next if $basis{$_} =~ /^(?:fact|counted|model|guess|no cause)$/;
    my ($number, $row) = $basis{$_} =~ /^(\d\d) ([a-z] > [a-z])$/;
    push @wrong, "$basis{$_}: $_" unless $row && $step{$number} && !grep { !$_->{"$step{$number} $row"} } @recorded;
}
is(encode('UTF-8', join("\n", @wrong)), '', 'and names only what is there');
done_testing();
