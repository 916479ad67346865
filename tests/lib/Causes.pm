package Causes;
# The sentences of the steps' pages that name a cause, and on what each stands: by a comparison of `make stepNN why`
# that it names itself, as in (`a > b`), or by its line in tests/causes.tsv.
use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Exporter 'import';
use Run;

our @EXPORT = qw(pages_with_causes sentences names_a_cause named_comparisons basis_of tally_of_causes);

my $words = qr/\b(?:because|that\ is\ why|the\ reason|for\ th(?:is|e\ same)\ reason|costs?|price|hides?|hidden|
    limits?|limited|gains?|saves?|takes?\ away|waits?\ for|thanks\ to|due\ to|slower|faster|sooner|busy|dear|dearest)\b/xi;

sub pages_with_causes { return grep { !/^step(?:01|15|18)|\.zh-CN\./ } sort glob 'step[0-9][0-9]_*/*.md' }

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

# A question claims nothing.
sub names_a_cause { return $_[0] =~ $words && $_[0] !~ /\?$/ }

sub named_comparisons { return $_[0] =~ /`([a-z] > [a-z])`/g }

# tests/causes.tsv: "03\tsentence" => "03 a > b", "fact", ...
sub basis_of {
    my %basis;
    for (grep { /\S/ && !/^#/ } split /\n/, decode('UTF-8', read_file('tests/causes.tsv'))) {
        my ($number, $basis, $sentence) = split /\t/;
        $basis{"$number\t$sentence"} = $basis;
    }
    return \%basis;
}

# How many such sentences stand on what: tried, counted, fact, model, guess.
sub tally_of_causes {
    my ($basis, %tally) = (basis_of());
    for my $page (pages_with_causes()) {
        my ($number) = $page =~ /^step(\d\d)/;
        for my $sentence (grep { names_a_cause($_) } sentences($page)) {
            my @named = named_comparisons($sentence);
            my $on = @named ? 'tried' : $basis->{"$number\t$sentence"} // 'nothing';
            $tally{$on =~ / > / ? 'tried' : $on}++;
        }
    }
    return \%tally;
}

1;
