# The Chinese glossary, docs/zh-CN/glossary.md, is the one source of the terms in Chinese: no page, picture
# or table has a variant that it rules out, and where a page uses a term first the English one is beside it.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Chinese;
use Encode qw(decode);
use Lab;
use Phrases;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output,
                        Test::More->builder->todo_output;

# ---- the glossary ----------------------------------------------------------------------------------
# A row: the Chinese term, the English ones, what it is, what other texts say (with their names in brackets),
# and further variants. Neither of the last two is used. In tables whose heading says so a page has the English beside the term at its first use.
my $glossary = 'docs/zh-CN/glossary.md';
my (@entries, $with_english);
# The Chinese words of a cell: 障碍（书）、栅栏（常见）.
sub variants { return grep { /\p{Han}/ && !/，不译$/ } split /、/, $_[0] =~ s/（[^（）]*）//gr =~ s/^\s+|\s+$//gr }

for (split /\n/, page_text($glossary)) {
    $with_english = /首次出现时附上/ if /^\| 中文 \|/;
    my ($anchor, $chinese, $english, $says, $elsewhere, $not) =
        /^\| (?:<a id="([\w-]+)"><\/a>)?`?([^|`]+)`? \| ([^|]+) \| ([^|]+) \|([^|]*)\|([^|]*)\|$/ or next;
    next if $chinese eq '中文' || $chinese =~ /^-/;
    push @entries, {anchor => $anchor, chinese => $chinese, english => [split /, /, $english],
                    not => [variants($elsewhere), variants($not)], with_english => $with_english};
}
cmp_ok(scalar @entries, '>', 70, 'the glossary has entries');
my @anchors = read_file('docs/glossary.md') =~ /^<a id="([\w-]+)">/mg;
my %there = map { $_->{anchor} // '' => 1 } @entries;
is(join(' ', grep { !$there{$_} } @anchors), '', 'it has all terms of the English one');
my (%times, %ruled_out);
$times{$_->{chinese}}++ for @entries;
is(join(' ', grep { $times{$_} > 1 } sort keys %times), '', 'each term has one entry');
for my $entry (@entries) {
    $ruled_out{$_} = $entry->{chinese} for @{$entry->{not}};
}
is(join(' ', grep { $times{$_} } sort keys %ruled_out), '', 'no term is ruled out by another entry');

# ---- finding terms --------------------------------------------------------------------------------------
# The longest term or variant counts: 存储体冲突 is no use of 存储体, and 内存栅栏 none of 栅栏.
my $known = join '|', map { quotemeta } sort { length $b <=> length $a } keys %times, keys %ruled_out;

# What others say may be named as such: 叫“障碍”.
sub variants_in {
    my ($text) = @_;
    $text =~ s/叫“[^“”]{2,12}”/叫/g;
    my @found;
    while ($text =~ /($known)/g) {
        next unless exists $ruled_out{$1};
        push @found, "$1 (not that, but $ruled_out{$1}): …" . substr($text, $-[0] > 10 ? $-[0] - 10 : 0, 30) =~ s/\n/ /gr . '…';
    }
    return @found;
}

# The prose of a page in which terms count: as in tests/glossary.t.
sub prose {
    my ($text) = @_;
    $text =~ s/^```.*?^```$//smg;
    $text =~ s/<!-- measured .*?<!-- end of measured [^>]*-->//sg;
    $text =~ s/^#.*$//mg;
    $text =~ s/\A\[English\]\([^)]*\)\s*//;
    $text =~ s/<!--.*?-->//sg;
    $text =~ s/\A\s*\[.*?\n\n//s;
    $text =~ s/!\[[^\]]*\]\([^)]*\)//g;
    $text =~ s/^    .*$//mg;
    $text =~ s/`[^`]*`/`/g;
    $text =~ s/\]\([^)\s]*\)/]/g;
    $text =~ s/《[^》]*》//g; # titles
    return $text =~ s/<[^>]*>//gr;
}

# The terms whose first use in a text has no English beside it: 线程束（warp）, or with more in the
# parentheses, or the other way round, as where a message is explained: *warp*（线程束）.
sub without_english {
    my ($text) = @_;
    my (@found, %seen);
    my %entry = map { $_->{chinese} => $_ } grep { $_->{with_english} } @entries;
    while ($text =~ /($known)/g) {
        my ($term, $before, $after) = ($1, substr($text, 0, $-[0]), substr $text, $+[0], 80);
        my $entry = $entry{$term} or next;
        next if $seen{$term}++;
        next if grep { $term =~ /\Q$_\E/i } @{$entry->{english}};
        my $english = join '|', map { quotemeta =~ s/\\ /\\s+/gr } @{$entry->{english}};
        $english = qr/(?<![A-Za-z])(?:$english)(?:s|es|ed|d)?(?![A-Za-z])/i;
        next if $after =~ /^[\]*_”]*（[^（）]*$english/ || $before =~ /$english[A-Za-z ]*[\]*_”]*（[^（）]*\z/;
        push @found, "$term（$entry->{english}[0]）: …" . substr($before, -10) =~ s/\n/ /gr . $term . substr($after, 0, 20) =~ s/\n/ /gr . '…';
    }
    return @found;
}

# The test of the test.
is(join('|', without_english('线程束（warp）等待。线程束')), '', 'English beside the first use');
like(join('|', without_english('线程束等待。线程束（warp）')), qr/^线程束（warp）/, 'beside the second only');
is(join('|', without_english('*线程束*（32 个线程，warp）')), '', 'in italics, with more words');
is(join('|', without_english('*warp*（线程束）')), '', 'the other way round');
is(join('|', without_english('*barriers and fences*（屏障和内存栅栏）')), '', 'of several words');
like(join('|', without_english('*barriers and fences*（屏障）和内存栅栏')), qr/^内存栅栏（fence）/, 'outside the brackets');
is(join('|', without_english(prose('[线程束](x.md#y)（warps）'))), '', 'in a link, in the plural');
like(join('|', without_english('线程束（swarp）')), qr/线程束/, 'another word');
is(join('|', without_english('存储体冲突（bank conflict）')), '', 'a term within a longer one does not count');
like(join('|', variants_in('这里有栅栏')), qr/^栅栏 \(not that, but 屏障\)/, 'a variant');
is(join('|', variants_in('内存栅栏')), '', 'a variant within a term');
is(join('|', variants_in('书里叫“障碍”')), '', 'a variant that is said to be another text\'s');
like(join('|', variants_in('书里的“障碍”')), qr/^障碍 \(not that, but 屏障\)/, 'a variant in quotation marks');
is(prose("[English](README.md)\n\n# 线程束\n<!-- English: 0 -->\n\n[线程束](x.md)\n\n`线程束` 好\n") =~ s/\s+//gr, '`好', 'prose');

# ---- the pages -------------------------------------------------------------------------------------------
for my $page (grep { -e } chinese_pages()) {
    my $text = page_text($page);
    $text =~ s/^(\|.*\|)[^|]*\|[^|]*\|$/$1/mg if $page eq $glossary;
    $text =~ s/^```.*?^```$//smg;
    is(join("\n", variants_in($text)), '', "$page: the glossary's terms");
    is(join("\n", without_english(prose($text))), '', "$page: English beside the first use of a term") unless $page eq $glossary;
}
is(join("\n", variants_in(decode('UTF-8', read_file($_)))), '', "$_: the glossary's terms")
    for phrase_tables(), 'simulator/view/page/texts.js', 'simulator/view/page/finding_texts.js', 'playground/page/texts.js', 'course/words.zh.tsv', 'tools/run/chinese.tsv', glob('course/hints/*.txt');

done_testing();
