package Phrases;
# The Chinese words in what is generated: in the blocks that `make results` writes and in the labels of
# the diagrams. The English ones are looked up in a table, docs/zh-CN/phrases.tsv or diagram_words.tsv:
# a line for each phrase, English, a tab, Chinese ("=": the same). {1}, {2} and so on stand for what
# varies: numbers, names of devices, kernels and files, and the conditions of a measurement.
use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Exporter 'import';
use File::Basename;
use File::Spec;
use lib 'tests/lib';
use Lab;

our @EXPORT = qw(generated_block chinese_diagram chinese_chart phrase_tables table_entries unknown_phrases
                 unused_phrases);

sub phrase_tables { return ('docs/zh-CN/phrases.tsv', 'docs/zh-CN/diagram_words.tsv') }

# The lines of a table: lists of English and Chinese.
sub table_entries {
    my ($file) = @_;
    return map { [split /\t/, $_, 2] } grep { /\S/ && !/^#/ } split /\n/, decode('UTF-8', read_file($file));
}

my (%table, %unknown, %used);
sub table {
    my ($file) = @_;
    return $table{$file} //= {map { $_->[0] => ($_->[1] // '=') eq '=' ? $_->[0] : $_->[1] } table_entries($file)};
}

# The phrases that were asked for and are in no table: "FILE: phrase".
sub unknown_phrases { return sort keys %unknown }

# Those of a table that nobody has asked for.
sub unused_phrases {
    my ($file) = @_;
    return grep { !$used{"$file: $_"} } map { $_->[0] } table_entries($file);
}

my $conditions = qr/driver [\d.]+, CUDA [\d.]+ \(V[\d.]+\), \d{4}-\d\d-\d\d/;
my $device = qr/NVIDIA [A-Z]+\d\w*(?: \d+GB HBM\w*)?|Tesla \w+/;
my $name = qr{\b[a-z]+(?:_[a-z]+)+/[a-z]\w*(?:\.\w+)?|(?:\b[a-z]+/)?[A-Za-z_]*(?:[a-z][A-Z]|[A-Za-z]\d|_)\w*(?:\[\w+\]|\(\)|\.\w+)*|\b[a-z]+/[a-z]\w*};
my $number = qr/\d[\d,]*\d(?:\.\d+)?(?:e[+-]\d+)?(?:\^\d+)?|\d(?:\.\d+)?(?:e[+-]\d+)?(?:\^\d+)?/;
my $date_or_version = qr/\d{4}-\d\d-\d\d|\d+(?:\.\d+){2,}(?:\+\w+)?/;
my $varying = qr/`[^`]*`|$conditions|$device|$name|$date_or_version|$number/;

# Translates a phrase by a table; what has no word in it, and no punctuation of sentences, needs no
# translation; a device's name with something behind it does.
sub translated {
    my ($file, $phrase) = @_;
    my @values;
    my $key = $phrase =~ s/\\n/\n/gr =~ s/($varying)/push @values, $1; '{' . @values . '}'/ger =~ s/\n/\\n/gr;
    return $phrase unless $key =~ s/\\n//gr =~ /[A-Za-z]|\}[:.]$/ || grep { /^$conditions$/ || (/^$device$/ && @values > 1) } @values;
    my $chinese = table($file)->{$key};
    $used{"$file: $key"} = 1;
    if (!defined $chinese) {
        $unknown{"$file: $key"} = 1;
        return $phrase;
    }
    s/^driver ([\d.]+), CUDA (\S+) \((\S+)\), /驱动 $1，CUDA $2（$3），/ for @values;
    return $chinese =~ s/\{(\d+)\}/$values[$1 - 1]/gr;
}

# ---- what was measured ----------------------------------------------------------------------------

# A link of a generated block as the Chinese page needs it.
sub link_in {
    my ($page, $page_zh, $link) = @_;
    require Chinese;
    my $target = Chinese::chinese_target(Chinese::resolved($page, $link));
    return File::Spec->abs2rel($target, dirname($page_zh));
}

# A cell, a line or a paragraph: the text, and if all of it is a link or a picture, that.
sub piece {
    my ($page, $page_zh, $text) = @_;
    my ($before, $inner, $after) = $text =~ /^([\s*]*)(.*?)([\s*]*)$/s;
    return $text if $inner eq '';
    if ($inner =~ /^(!?)\[([^\]]*)\]\(([^)\s]+)\)$/) {
        return "$before$1\[" . translated('docs/zh-CN/phrases.tsv', $2) . '](' . link_in($page, $page_zh, $3) . ")$after";
    }
    my $bold = $text =~ /\*/;
    return translated('docs/zh-CN/phrases.tsv', $text) if $bold;
    return $before . translated('docs/zh-CN/phrases.tsv', $inner) . $after;
}

# What a cell is called in tables of which the first cell of the row is this one, if phrases.tsv says so:
# "n | times" is how many times as fast, "steps | times" how many times there are.
sub in_row_of {
    my ($first, $cell) = @_;
    my $file = 'docs/zh-CN/phrases.tsv';
    my $chinese = table($file)->{"$first | $cell"} // return undef;
    $used{"$file: $first | $cell"} = 1;
    return $chinese;
}

# A generated block of an English page, between its markers, in Chinese.
sub generated_block {
    my ($page, $page_zh, $block) = @_;
    my ($text, $paragraph, $fenced) = ('', '');
    my $flush = sub {
        return if $paragraph eq '';
        my ($mark, $words) = $paragraph =~ /^(#+ |- )?(.*)$/s;
        $text .= ($mark // '') . piece($page, $page_zh, $words) . "\n";
        $paragraph = '';
    };
    for (split /\n/, $block) {
        $flush->() if $fenced || /^(?:```|\||<!--|- |#|!\[|\s*$)/;
        $fenced = !$fenced if /^```/;
        if ($fenced || /^(?:```|<!--|\s*$)/) {
            $text .= "$_\n";
        } elsif (/^\|/) {
            my @cells = split /\|/, $_, -1;
            my $first = $cells[1] =~ s/^ | $//gr;
            my $row = join '|', map { s/^( ?)(.*?)( ?)$/$1 . (in_row_of($first, $2) \/\/ piece($page, $page_zh, $2)) . $3/er } @cells;
            $text .= "$row\n";
        } else {
            $paragraph .= $paragraph eq '' ? $_ : ' ' . s/^\s+//r;
            $flush->() if /[.:]$/; # a sentence to a line
        }
    }
    $flush->();
    return $text =~ s/\n\z//r;
}

# ---- the diagrams -----------------------------------------------------------------------------------

# The source of a diagram with its words in Chinese.
sub chinese_diagram {
    my ($source) = @_;
    my $words = 'docs/zh-CN/diagram_words.tsv';
    $source =~ s/\blabel="([^"]*)"/'label="' . translated($words, $1) . '"'/ge;
    # the words of a row's cells: one each, with ~ for the blanks in it
    $source =~ s/\btext="([^"]*)"/'text="' . join(' ', map { cell($words, $_) } split ' ', $1) . '"'/ge;
    return $source;
}

# A chart as gnuplot draws it, with its words in Chinese.
sub chinese_chart {
    my ($chart) = @_;
    $chart =~ s{(<(?:tspan|text)[^>]*>)\s*([^<\s][^<]*?)\s*(?=</)}{$1 . translated('docs/zh-CN/diagram_words.tsv', $2)}ge;
    $chart =~ s/^<svg /<svg xml:lang="zh-CN" /m;
    return $chart =~ s/font-family="sans-serif"/font-family="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"/gr;
}

sub cell {
    my ($words, $word) = @_;
    return $word eq '_' ? $word : translated($words, $word =~ tr/~/ /r) =~ tr/ /~/r;
}

1;
