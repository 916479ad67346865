# How the Chinese pages are set: full-width punctuation, one space between Chinese and Latin letters or
# numbers, emphasis that is shown as such, and no clause that begins with 和.
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

my $chinese = qr/[\x{3400}-\x{9fff}]/;

# A page's text as it is read: without code blocks and what is generated; a name in `...` and a link are
# letters like others.
sub shown {
    my ($text) = @_;
    $text =~ s/^```.*?^```$//smg;
    $text =~ s/<!--.*?-->//sg;
    $text =~ s/^    .*$//mg;
    $text =~ s/`[^`\n]*`/x/g;
    $text =~ s/!?\[((?:[^\]\[]|\[[^\]]*\])*)\]\([^)\s]*\)/$1/g;
    return $text =~ s/<[^>]*>//gr;
}

# What is wrong in a text, each with what is around it.
sub wrong_in {
    my ($text) = @_;
    my @found;
    my $note = sub { push @found, "$_[0]: …" . substr($text, $_[1] > 12 ? $_[1] - 12 : 0, 26) =~ s/\n/ /gr . '…' };
    my $plain = $text =~ s/\*//gr;
    for my $line (split /\n/, $plain) {
        while ($line =~ /(?<=$chinese)(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=$chinese)/g) {
            push @found, 'no space: …' . substr($line, pos($line) > 12 ? pos($line) - 12 : 0, 26) . '…';
        }
        while ($line =~ /$chinese *[,;:?!.](?![A-Za-z0-9.\/])|[,;?!] *(?=$chinese)|$chinese *\([^()]*$chinese/g) {
            push @found, 'half-width punctuation: …' . substr($line, $-[0] > 12 ? $-[0] - 12 : 0, 26) . '…';
        }
    }
    # Behind a heading in bold, **…。**, there is a space, and in a table's cell on both sides.
    $note->('a space beside full-width punctuation', $-[0]) while $text =~ /(?<!\|) [，。：；！？、（）“”]|[，。：；！？、（“] (?!\|)/g;
    # Markdown takes no * for emphasis that has punctuation within and a letter right outside.
    my $punctuation = qr/[\p{P}\p{S}]/;
    while ($text =~ /(?<!\*)(\*\*?)(?![\s*])([^*\n]+)(?<!\s)\1(?!\*)/g) {
        my ($start, $end, $inner) = ($-[0], $+[0], $2);
        my $before = $start ? substr $text, $start - 1, 1 : ' ';
        my $after = $end < length $text ? substr $text, $end, 1 : ' ';
        $note->('emphasis that does not begin', $start) if $inner =~ /^$punctuation/ && $before !~ /\s|$punctuation/;
        $note->('emphasis that does not end', $start) if $inner =~ /$punctuation$/ && $after !~ /\s|$punctuation/;
    }
    return @found;
}

# The test of the test.
is(join('|', wrong_in(shown("有 32 个 `warp`，即[通道](x.md#y)（lane）。**应当**：H100 有 4092 / 16352 = **25.02 %**。\n"))), '', 'all as it should be');
is(join('|', wrong_in("| 02 | （取余。） | 5 % |\n")), '', 'a table\'s cell');
like(join('|', wrong_in($_->[0])), qr/^$_->[1]/, "$_->[0]: $_->[1]")
    for ['有32 个', 'no space'], ['有 32个', 'no space'], ['25 %的', 'no space'], ['线程束,然后', 'half-width'], ['线程束: 然后', 'half-width'],
        ['线程束(然后)', 'half-width'], ['线程束 ，然后', 'a space'], ['线程束。 然后', 'a space'], ['**应当：**让', 'emphasis that does not end'],
        ['见*“这里”*的', 'emphasis that does not begin'];
like(join('|', wrong_in(shown('用`warp` 来'))), qr/^no space/, 'beside a name');

# 和 at the head of a clause is read as *and*, even where it is a sum: 总和, 部分和.
sub begins_with_and { return $_[0] =~ /((?:^|[，。；：])和.{0,12})/mg }
is(join('|', begins_with_and("先取号，和以后再写\n总和与和\n")), '，和以后再写', 'a clause that begins with 和');

for my $page (grep { -e } chinese_pages()) {
    is(join("\n", wrong_in(shown(page_text($page)))), '', "$page: punctuation, spaces and emphasis");
    is(join("\n", begins_with_and(shown(page_text($page)))), '', "$page: no clause begins with 和");
}
for my $table (phrase_tables()) {
    is(join("\n", wrong_in(join "\n", map { ($_->[1] // '') =~ s/\{\d+\}/x/gr =~ s/\\n/\n/gr } table_entries($table))), '', "$table: the same");
}

# A picture says that its letters are Chinese, and each of its fonts' lists has one that has them.
for my $picture (sort map { glob } 'docs/zh-CN/*/*.svg', 'docs/zh-CN/results/*/*.svg', 'simulator/docs/zh-CN/*/*.svg') {
    my $svg = read_file($picture);
    like($svg, qr/^<svg xml:lang="zh-CN" /m, "$picture: its language");
    is(join("\n", grep { !/Noto Sans CJK SC/ } $svg =~ /font-family="([^"]*)"/g), '', "$picture: fonts");
}

done_testing();
