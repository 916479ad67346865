# The Chinese pages beside the English ones: there, complete, and with the same code, outputs, numbers and
# links. A section whose English words have changed since is named and does not fail: CONTRIBUTING.md.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Chinese;
use Encode qw(encode);
use Lab;
use Phrases;
use Quantities;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output,
                        Test::More->builder->todo_output;

# ---- the pages ----------------------------------------------------------------------------------------
for my $page (english_pages()) {
    my ($wrong, $stale) = differences($page);
    is(join("\n", @$wrong), '', chinese_page($page) . ": what must be as in $page");
    diag("stale: $_") for @$stale;
}

# ---- links to what is English alone -------------------------------------------------------------------------
# Such a link says so, within it or behind it; and the page to which it leads has a way back in its first line.
my %english_only;
sub unmarked {
    my ($page, $text) = @_;
    my @found;
    $text =~ s/\A.*\n//;
    $text =~ s/^```.*?^```$//smg;
    while ($text =~ /(?<!!)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s#]+\.md)(?:#[^)\s]*)?\)(（英文）)?/g) {
        my ($words, $target, $mark) = ($1, resolved($page, $2), $3);
        next if $target =~ m{^https?:};
        if ($target =~ /zh-CN/) {
            push @found, "$target is Chinese" if $mark || $words =~ /，英文$/;
            next;
        }
        $english_only{$target} = 1;
        push @found, $target if !$mark && $words !~ /，英文$/;
    }
    return join ' ', @found;
}
is(unmarked($_, page_text($_)), '', "$_: links to English pages say so") for chinese_pages();
like(page_text($_), qr{\A\[中文页面\]\((?:\.\./)*README\.zh-CN\.md\)\n\n# }, "$_: a way back to the Chinese pages") for sort keys %english_only;
cmp_ok(scalar keys %english_only, '<', 12, 'few pages are English alone');
is(unmarked('docs/zh-CN/index.md', "[English](../a.md)\n[甲](../b.md)（英文）[乙，英文](../c.md#d) [丙](x.zh-CN.md)\n"), '', 'links that are marked');
is(unmarked('docs/zh-CN/index.md', "\n[甲](../b.md#c)\n"), 'docs/b.md', 'one that is not');
is(unmarked('docs/zh-CN/index.md', "\n[甲](x.md)（英文）\n"), 'docs/zh-CN/x.md is Chinese', 'one that says so of a Chinese page');

# ---- the words of what is generated -----------------------------------------------------------------------
for my $page (english_pages()) {
    generated_block($page, chinese_page($page), $_) for generated_in(page_text($page));
}
chinese_diagram(page_text($_)) for glob 'docs/diagrams/*.dot';
for my $chart (glob 'docs/results/*/*.svg') {
    my $chinese = $chart =~ s{^docs/}{docs/zh-CN/}r;
    ok(page_text($chinese) eq chinese_chart(page_text($chart)), "$chinese is $chart in the words of the tables (make plot)");
}
is(join("\n", unknown_phrases()), '', 'every phrase that is generated has its Chinese words');

# Whether a tool may print a phrase. What is printed for want of a recording, or from one that is not there
# yet, is in no page today.
my $tools = join '', map { page_text($_) } glob 'tools/*.c tools/*/*.c tools/pages/*.sh common/*.c common/*/*.c simulator/calibrate/*.c';
sub is_in_a_tool {
    my ($phrase) = @_;
    my $words = join '.{1,12}?', map { quotemeta } split /\{\d+\}/, $phrase, -1;
    return $tools =~ /(?:["| ]|\\n)$words[":| \\]/;
}

for my $file (phrase_tables()) {
    my (%seen, @wrong);
    for (table_entries($file)) {
        my ($english, $chinese) = @$_;
        push @wrong, "$english: twice" if $seen{$english}++;
        push @wrong, "$english: nothing behind it" if ($chinese // '') eq '';
        next if ($chinese // '=') eq '=';
        my $values = sub { join ' ', sort $_[0] =~ /\{\d+\}/g };
        push @wrong, "$english: other values than in $chinese" if $values->($english) ne $values->($chinese);
    }
    is(join("\n", @wrong), '', "$file: each phrase once, with all that varies in it");
    my @unused = grep { !is_in_a_tool($_) } unused_phrases($file);
    is(join("\n", @unused), '', "$file: each phrase is used");
}

# ---- the test of the test: pages that were made up ------------------------------------------------------------
my $folder = scratch();
sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die;
    print $file encode('UTF-8', $text);
    close $file;
}
my $english = <<'TEXT';
[中文](page.zh-CN.md)

# Title

Words of 25.5 %, [a link](other.md#place) and `a name`.

## The part

```console
$ make run
done
```

    make test     # a comment

```sh
make lines    # what 32 lanes do
```

    5 × 16 words = 80 words of 2 million

A block of 4 warps waits for 8 bytes.
TEXT
my $chinese = <<'TEXT';
[English](page.md)

# 题目

25.5 % 的话，`a name` 和[链接](other.md#place)。

## 部分

```console
$ make run
done
```

    make test     # 注释

```sh
make lines    # 32 个通道做什么
```

    5 × 16 个字 = 80 个字，共 200 万

4 个线程束的线程块等待 8 字节。
TEXT

# What is said of a Chinese page: of the one above, changed and then stamped, beside the English one,
# changed after that.
sub said {
    my ($change_chinese, $change_english) = @_;
    write_file('page.md', $english);
    write_file('page.zh-CN.md', $change_chinese->($chinese));
    stamp_as("$folder/page.md", "$folder/page.zh-CN.md");
    write_file('page.md', $change_english->($english));
    my ($wrong, $stale) = compare_pages("$folder/page.md", "$folder/page.zh-CN.md");
    return join '|', map({ "wrong: $_" } @$wrong), map { "stale: $_" } @$stale;
}
my $same = sub { $_[0] };
is(said($same, $same), '', 'two pages that say the same');
like(said(sub { $_[0] =~ s/25\.5/25.6/r }, $same), qr/^wrong: .*"Title" lacks the number 25\.5\|wrong: .* has another number: 25\.6\|wrong: .* lacks the quantity: 25\.5 %$/, 'a number');
like(said(sub { $_[0] =~ s/\Q(other.md#place)\E/(other.md)/r }, $same), qr/wrong: .*"Title" lacks the link \S+other\.md#place\|/, 'a link');
like(said(sub { $_[0] =~ s/`a name`/`aname`/r }, $same), qr/^wrong: .*"Title" lacks `a name`\|wrong: .*"Title" has another name: `aname`$/, 'a name');
like(said(sub { $_[0] =~ s/a name/a name`、`b name/r }, $same), qr/^wrong: .*"Title" has another name: `b name`$/, 'a name of its own');
is(said(sub { $_[0] =~ s/a name/a name`、`do…e/r }, $same), '', 'but for one that explains an output');
like(said(sub { $_[0] =~ s/8 字节/8 KB/r }, $same), qr/^wrong: .*"The part" lacks the quantity: 8 byte$/, 'a unit');
like(said(sub { $_[0] =~ s/8 字节/9 字节/r }, $same), qr/^wrong: .*"The part" lacks the quantity: 8 byte$/, 'a number of one digit that has a unit');
like(said(sub { $_[0] =~ s/4 个线程束的/四个/r }, $same), qr/^wrong: .*"The part" lacks the quantity: 4 warp$/, 'what is counted');
like(said(sub { $_[0] =~ s/done/dome/r }, $same), qr/^wrong: .*"The part" block 1 .* differs: \$ make run$/, 'an output');
like(said(sub { $_[0] =~ s/make test/make tests/r }, $same), qr/^wrong: .*"The part" lacks the command: make test\|/, 'a command');
like(said(sub { $_[0] =~ s/80 个/81 个/r }, $same), qr/^wrong: .*"The part" lacks the number 80\|wrong: .*"The part" lacks the quantity: 80 word$/, 'a number of a calculation');
like(said(sub { $_[0] =~ s/200 万/20 万/r }, $same), qr/^wrong: .*"The part" lacks the number 2000000$/, 'millions');
like(said(sub { $_[0] =~ s/page\.md/page2.md/r }, $same), qr/^wrong: .*: its first line must be \[English\]\(page\.md\)$/, 'the first line');
like(said($same, sub { $_[0] =~ s/Words/Other words/r }), qr/^stale: .*page\.zh-CN\.md: section "Title" has changed in English$/, 'other words are named');
like(said($same, sub { $_[0] =~ s/25\.5/26.5/r }), qr/^wrong: .*"Title" lacks the number 26\.5\|.*\|stale: .*"Title"/, 'another number is wrong');
like(said($same, sub { $_[0] =~ s/other\.md/that.md/r }), qr/^stale: .*"Title" has changed in English; lacks the link \S+that\.md#place/, 'a new link is part of the change');
like(said($same, sub { $_[0] =~ s/done/gone/r }), qr/^wrong: .*"The part" block 1/, 'a new output is wrong');
like(said($same, sub { $_[0] . "\n## Another\n\nWords.\n" }), qr/^wrong: .*section "Another" \(#another\) should be where there is the end/, 'a new section');
is(said($same, sub { $_[0] =~ s/Words of 25\.5 %/Words\nof 25.5\n%/r }), '', 'lines that are broken elsewhere are no change');
like(said(sub { $_[0] =~ s/make lines/make line/r }, $same), qr/^wrong: .*"The part" block 2 .* differs: make lines/, 'a command of a shell\'s block');
like(said(sub { $_[0] =~ s/32 个/31 个/r }, $same), qr/^wrong: .*"The part" lacks the number 32$/, 'a number of a comment there');
like(said($same, sub { $_[0] =~ s/what 32/how 32/r }), qr/^stale: .*"The part" has changed in English$/, 'other words of a comment there are named');
is(said($same, sub { $_[0] =~ s/# a comment/# another/r }) =~ /^wrong/, '', 'nor is a comment beside a command wrong');

# ---- numbers with units -------------------------------------------------------------------------------------
for (['2 KB and 3 GB/s', '2 KB，3 GB/s', ''], ['2 KB', '2 MB', '2 KB'], ['3 GB/s', '3 GB', '3 GB/s'], ['5 microseconds', '5 微秒', ''], ['5 us', '5 毫秒', '5 us'],
     ['600 cycles', '超过 600 个周期', ''], ['32 bits', '32 个二进制位', ''], ['1,024 threads', '1024 个编号连续的线程', ''],
     ['65 sectors', '65 个 32 字节的扇区', ''], ['65 sectors', '66 个扇区', '65 sector'], ['65 sectors', '165 个扇区', '65 sector'],
     ['2^25 blocks', '线程块少于 2^25 个', ''], ['32 lanes', '32 个数。通道', '32 lane'], ['in step 04 lanes wait', '通道等待', ''], ['`4 bytes`', '', '']) {
    my ($english_text, $chinese_text, $lacks) = @$_;
    is(join(' ', missing_quantities($english_text, $chinese_text)), $lacks, "$english_text: $chinese_text");
}

# ---- what the tool writes ---------------------------------------------------------------------------------
write_file('page.md', $english);
write_file('page.zh-CN.md', $chinese =~ s/\$ make run\ndone\n//r);
ok(update_as("$folder/page.md", "$folder/page.zh-CN.md"), 'a block without its lines is filled');
stamp_as("$folder/page.md", "$folder/page.zh-CN.md");
is(scalar(map { @$_ } compare_pages("$folder/page.md", "$folder/page.zh-CN.md")), 0, 'and then all is as it should be');
ok(!update_as("$folder/page.md", "$folder/page.zh-CN.md"), 'a second time nothing changes');
like(page_text("$folder/page.zh-CN.md"), qr/^make lines    # 32 个通道做什么$/m, 'nor the comments that are translated');
write_file('page.md', $english =~ s/make lines/make why/r);
ok(update_as("$folder/page.md", "$folder/page.zh-CN.md"), 'but where the command is another,');
like(page_text("$folder/page.zh-CN.md"), qr/^make why    # what 32 lanes do$/m, 'they are to be translated again');
write_file('page.md', $english);
write_file('page.zh-CN.md', $chinese);
stamp_as("$folder/page.md", "$folder/page.zh-CN.md");
write_file('page.md', $english =~ s/Words/Other words/r =~ s/The part\n/The part\n\nMore.\n/r);
stamp_as("$folder/page.md", "$folder/page.zh-CN.md", 'the-part');
is(join('|', map { @$_ } compare_pages("$folder/page.md", "$folder/page.zh-CN.md")),
   "$folder/page.zh-CN.md: section \"Title\" has changed in English", 'one section can be stamped alone');
ok(!eval { stamp_as("$folder/page.md", "$folder/page.zh-CN.md", 'no-part'); 1 }, 'not one that is not there');
write_file('page.md', "$english\n## More\n");
ok(!eval { stamp_as("$folder/page.md", "$folder/page.zh-CN.md"); 1 }, 'nor a page with other headings');
for (['', 2], ['status more', 2], ['stamp', 2], ['stamp CHANGELOG.md', 1], ['stamp README.md nowhere', 1]) {
    my ($arguments, $expected) = @$_;
    my ($status, undef, $err) = run("tools/pages/chinese_pages.sh $arguments");
    is($status, $expected, "chinese_pages.sh $arguments");
    like($err, qr/\A[^\n]+\n\z/, 'with one line');
}

done_testing();
