package Chinese;
# The Chinese pages beside the English ones: which there are, whether what must be the same in both is
# the same, and which sections of the English page have changed since they were translated. For
# tests/pages_zh.t and tools/pages/chinese_pages.sh; CONTRIBUTING.md says how to work with them.
#
# A section of a Chinese page begins with a heading that carries the anchor of the English one, and
# beneath it the hash of the English section from which it was made:
#     ## <a id="the-problem"></a>问题
#     <!-- English: 1a2b3c4d -->
use strict;
use warnings;
use utf8;
use Digest::MD5 qw(md5_hex);
use Encode qw(decode encode);
use Exporter 'import';
use File::Basename;
use File::Spec;
use lib 'tests/lib';
use Lab;
use Pages;
use Phrases;
use Quantities;

our @EXPORT = qw(english_pages chinese_page chinese_pages labs_chinese_pages page_text differences compare_pages generated_in stamp
                 stamp_as update_page update_as resolved);

my @translated = qw(index causes texts sources counters measuring pitfalls results simulator students instructors glossary site playground);
my @of_the_simulator = qw(clock clock_model memory_model programs view simulator nvcc debugger speed);

# The pages of the lab of which there is a Chinese one, and those of the simulator.
sub labs_pages { return grep { -e } 'README.md', step_pages(), second_pages(), map { "docs/$_.md" } @translated }
sub simulators_pages { return grep { -e } map { "simulator/$_.md" } 'README', map { "docs/$_" } @of_the_simulator }
sub english_pages { return (labs_pages(), simulators_pages()) }

sub chinese_page { return $_[0] =~ s{(^|/)([A-Z]+)\.md$}{$1$2.zh-CN.md}r =~ s{(^|/)docs/(\w+\.md)$}{$1docs/zh-CN/$2}r }

sub chinese_pages { return map { chinese_page($_) } english_pages() }

# The lab's alone: what the simulator's pages show and where they lead, its own tests say.
sub labs_chinese_pages { return grep { -e } map { chinese_page($_) } labs_pages() }

# A page's text, in characters.
sub page_text { return decode('UTF-8', read_file($_[0])) }

# ---- sections -------------------------------------------------------------------------------------

# The sections of a page: hashes of level, heading, anchor, stamp (undef: none) and body. Headings that
# were generated, and lines of code that look like one, begin none.
sub sections {
    my ($text) = @_;
    my ($fenced, $measured, @sections);
    for (split /^/, $text) {
        $fenced = !$fenced if /^```/;
        $measured = 1 if /^<!-- measured /;
        $measured = 0 if /^<!-- end of measured /;
        if (!$fenced && !$measured && /^(#+) (.*)$/) {
            my ($level, $heading) = (length $1, $2);
            push @sections, {level => $level, anchor => anchor_of($heading), body => '',
                             heading => $heading =~ s{<a id="[^"]*"></a>}{}r};
        } elsif (@sections && $sections[-1]{body} eq '' && /^<!-- English: (\w+) -->$/) {
            $sections[-1]{stamp} = $1;
        } elsif (@sections) {
            $sections[-1]{body} .= $_;
        }
    }
    return @sections;
}

sub generated_in { return $_[0] =~ /^(<!-- measured .*?<!-- end of measured [^>]*-->)/smg }

sub without_generated { return $_[0] =~ s/<!-- measured .*?<!-- end of measured [^>]*-->//sgr }

sub without_code { return $_[0] =~ s/^```.*?^```$//smgr }

# Commands may have comments behind them, which are translated: in blocks that are marked as a shell's.
my $comment = qr{(?<=\S) {2,}# (.*)$}m;

sub comments_of { return map { /\A```sh\n/ ? /$comment/g : () } @_ }

sub without_comments { return $_[0] =~ /\A```sh\n/ ? $_[0] =~ s/$comment//gr : $_[0] }

# What a translator has read: the heading and the prose, however its lines are broken, and the comments
# behind commands. Code and outputs are compared as they are.
sub hash_of {
    my ($section) = @_;
    my $text = join "\n", "$section->{heading}\n" . without_code(without_generated($section->{body})), comments_of(code_of($section));
    return substr md5_hex(encode('UTF-8', $text =~ s/\s+/ /gr)), 0, 8;
}

# ---- what must be the same ---------------------------------------------------------------------------

# Where a link of an English page leads in the Chinese one: to the Chinese page or picture, if there is
# or must be one.
sub chinese_target {
    my ($target) = @_;
    my ($path, $anchor) = $target =~ /^([^#]*)(#?.*)$/;
    return chinese_page($path) . $anchor if grep { $_ eq $path } english_pages();
    my $picture = $path =~ s{(^|/)docs/(?=(?:diagrams|view|results)/)}{$1docs/zh-CN/}r;
    return $picture ne $path && -e $picture ? $picture : $target;
}

# The prose of a section, in which links, pictures, names in `...` and numbers are looked for.
sub prose_of { return without_code(without_generated($_[0]{body})) }

sub code_of { return without_generated($_[0]{body}) =~ /^(```.*?^```)$/smg }

# A line that is indented as code, and holds a command; others hold a calculation, with words in it.
my $command_line = qr{^    [a-z./](?!.* [=×] ).*$}m;

# The commands of a section that no test runs: lines that are indented as code, after an empty one.
sub commands_of {
    my ($prose) = @_;
    my (@commands, $inside);
    for (split /\n/, "\n" . $prose) {
        $inside = /^$/ ? 1 : $inside && /^    / ? 1 : 0;
        push @commands, s/^\s+|\s+(?:#.*)?$//gr if $inside && /$command_line/;
    }
    return @commands;
}

# Numbers that a reader could look for in the other page: of two digits and more, or with a fraction.
# 25 million is 2500 万.
sub numbers_of {
    my ($prose) = @_;
    $prose =~ s/(?<![\d.,])(\d+) million/${1}000000/g;
    $prose =~ s/(?<![\d.,])(\d+) 万/${1}0000/g;
    $prose =~ s/`[^`]*`|\]\([^)]*\)|<[^>]*>/ /g;
    $prose =~ s/$command_line//mg;
    my @numbers = $prose =~ /(?<![A-Za-z0-9_.,^])(\d[\d,]*(?:\.\d+)?(?:\^\d+)?)(?![A-Za-z0-9_])/g;
    s/,//g, s/^0+(?=\d)// for @numbers;
    return map { s/,$//r } grep { /\d\d|\.\d|\^/ } @numbers;
}

# What stands in the first list more often than in the second.
sub missing {
    my ($wanted, $there) = @_;
    my %count;
    $count{$_}-- for @$there;
    my %seen;
    return grep { ++$count{$_} > 0 && !$seen{$_}++ } @$wanted;
}

sub unique { my %seen; return grep { !$seen{$_}++ } @_ }

# Whether a name that only the Chinese text has stands in the English page: an output, of which it says the
# meaning, perhaps with … in place of what varies; or it is a Chinese page's.
sub is_explained {
    my ($name, $page) = @_;
    return $name =~ /\.zh-CN\.md$/ || !grep { index($page, $_) < 0 } split / ?… ?/, $name;
}

# Compares a section with the English one; returns what is wrong in any case, and what may be due to
# changes of the English section since.
sub compare_sections {
    my ($page, $english, $page_zh, $chinese) = @_;
    my (@wrong, @other);
    my ($prose, $prose_zh) = (prose_of($english), prose_of($chinese));

    my @code = code_of($english);
    my @code_zh = code_of($chinese);
    push @wrong, 'has ' . @code_zh . ' blocks of code or output in place of ' . @code if @code != @code_zh;
    for my $i (0 .. $#code) {
        next if !defined $code_zh[$i] || without_comments($code[$i]) eq without_comments($code_zh[$i]);
        push @wrong, 'block ' . ($i + 1) . ' of code or output differs: ' . ($code[$i] =~ /\n(.*)/)[0];
    }
    push @wrong, map { "lacks the command: $_" } missing([commands_of($prose)], [commands_of($prose_zh)]);
    push @wrong, map { "has another command: $_" } missing([commands_of($prose_zh)], [commands_of($prose)]);

    my @generated = generated_in($english->{body});
    my @generated_zh = generated_in($chinese->{body});
    push @wrong, 'has ' . @generated_zh . ' generated blocks in place of ' . @generated if @generated != @generated_zh;
    for my $i (0 .. $#generated) {
        my $wanted = generated_block($page, $page_zh, $generated[$i]);
        next if !defined $generated_zh[$i] || $wanted eq $generated_zh[$i];
        push @wrong, 'is not what was measured: ' . ($wanted =~ /^(.*)/)[0];
    }
    my @numbers = unique(numbers_of(join "\n", $prose, comments_of(@code)));
    my @numbers_zh = unique(numbers_of(join "\n", $prose_zh, comments_of(@code_zh)));
    push @wrong, map { "lacks the number $_" } missing(\@numbers, \@numbers_zh);
    # One that a message is explained with stands in the output alone.
    push @wrong, map { "has another number: $_" } grep { /\./ && index($english->{body}, $_) < 0 }
        missing(\@numbers_zh, \@numbers);

    my $links = sub { my ($text) = @_; return $text =~ /(?<!!)\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)/g };
    my $pictures = sub { my ($text) = @_; return $text =~ /!\[[^\]]*\]\(([^)\s]+)\)/g };
    for ([link => $links], [picture => $pictures]) {
        my ($what, $of) = @$_;
        my @wanted = map { chinese_target(resolved($page, $_)) } $of->($prose);
        my @there = map { resolved($page_zh, $_) } $of->($prose_zh);
        push @other, map { "lacks the $what $_" } missing(\@wanted, \@there);
        # More links do no harm where they explain a term or a text, or lead to what only Chinese readers know.
        push @other, map { "has another $what: $_" }
            grep { !m{^docs/zh-CN/glossary\.md#|^docs/zh-CN/texts\.md#|^https?://} } missing(\@there, \@wanted);
    }
    my $names = sub { my ($text) = @_; return unique($text =~ /`([^`\n]+)`/g) };
    push @other, map { "lacks `$_`" } missing([$names->($prose)], [$names->($prose_zh)]);
    push @other, map { "has another name: `$_`" } grep { !is_explained($_, $english->{page}) } missing([$names->($prose_zh)], [$names->($prose)]);
    push @other, map { "lacks the quantity: $_" } missing_quantities($prose, $prose_zh);
    return (\@wrong, \@other);
}

# Compares the Chinese page of an English one with it. Returns two lists of lines: what is wrong, and
# which sections have changed since.
sub differences {
    my ($page) = @_;
    my $page_zh = chinese_page($page);
    return (["$page_zh is not there: the Chinese page of $page"], []) unless -e $page_zh;
    return compare_pages($page, $page_zh);
}

sub compare_pages {
    my ($page, $page_zh) = @_;
    my ($text, $text_zh) = (page_text($page), page_text($page_zh));
    my (@wrong, @stale);
    for ([$page, $text, '中文', $page_zh], [$page_zh, $text_zh, 'English', $page]) {
        my ($from, $says, $language, $to) = @$_;
        my $link = "[$language](" . File::Spec->abs2rel($to, dirname($from)) . ')';
        push @wrong, "$from: its first line must be $link" unless $says =~ /\A\Q$link\E\n\n# /;
    }
    my @english = sections($text);
    my @chinese = sections($text_zh);
    for my $i (0 .. $#english) {
        my ($here, $there) = ($english[$i], $chinese[$i]);
        my $name = "section \"$here->{heading}\"";
        if (!$there || $there->{level} != $here->{level} || ($i && $there->{anchor} ne $here->{anchor})) {
            my $found = $there ? "\"$there->{heading}\" (#$there->{anchor})" : 'the end of the page';
            push @wrong, "$page_zh: $name (#$here->{anchor}) should be where there is $found";
            return (\@wrong, \@stale);
        }
        my $current = ($there->{stamp} // '') eq hash_of($here);
        my ($false, $other) = compare_sections($page, {%$here, page => $text}, $page_zh, $there);
        push @wrong, map { "$page_zh: $name $_" } @$false;
        if ($current) {
            push @wrong, map { "$page_zh: $name $_" } @$other;
        } elsif ($there->{stamp}) {
            push @stale, "$page_zh: $name has changed in English" . join '', map { "; $_" } @$other;
        } else {
            push @wrong, "$page_zh: $name has no stamp (tools/pages/chinese_pages.sh stamp)";
        }
    }
    push @wrong, "$page_zh: section \"$chinese[$_]{heading}\" is not in the English page" for @english .. $#chinese;
    return (\@wrong, \@stale);
}

# ---- what the tools write -----------------------------------------------------------------------------

# Writes a page if its text has changed; returns whether it has.
sub write_page {
    my ($page, $text) = @_;
    return 0 if $text eq page_text($page);
    open my $file, '>', $page or die "$page: $!\n";
    print $file encode('UTF-8', $text);
    close $file or die "$page: $!\n";
    return 1;
}

# Notes in a Chinese page that its sections say what the English ones say now: all of them, or those
# with the anchors that are named. Dies with a line if the pages do not have the same sections.
sub stamp {
    my ($page, @anchors) = @_;
    stamp_as($page, chinese_page($page), @anchors);
}

sub stamp_as {
    my ($page, $page_zh, @anchors) = @_;
    my @english = sections(page_text($page));
    my @chinese = sections(page_text($page_zh));
    my $outline = sub { join ' ', map { '#' x $_->{level} } @_ };
    $outline->(@english) eq $outline->(@chinese)
        or die "$page_zh has other headings than $page: " . @chinese . ' in place of ' . @english . "\n";
    for my $anchor (@anchors) {
        grep { $_->{anchor} eq $anchor } @english or die "$page has no section #$anchor\n";
    }
    my ($text) = page_text($page_zh) =~ /\A(.*?)^# /sm;
    for my $i (0 .. $#english) {
        my ($here, $there) = ($english[$i], $chinese[$i]);
        my $chosen = !@anchors || grep { $_ eq $here->{anchor} } @anchors;
        my $hash = $chosen ? hash_of($here) : $there->{stamp};
        $text .= '#' x $here->{level} . ' ' . ($i ? "<a id=\"$here->{anchor}\"></a>" : '') . "$there->{heading}\n";
        $text .= "<!-- English: $hash -->\n" if defined $hash;
        $text .= $there->{body};
    }
    write_page($page_zh, $text);
}

# Puts what is not prose into a Chinese page, as it is in the English one now: code, outputs, what was
# measured, and the Chinese pictures. Returns whether it has changed the page. Where the pages do not have as many such blocks
# in each section, it leaves them to the test.
sub update_page {
    my ($page) = @_;
    return update_as($page, chinese_page($page));
}

# A block of a Chinese page as it is in the English one now; with its Chinese comments, if the commands are the same.
sub block_now {
    my ($page, $page_zh, $english, $chinese) = @_;
    return generated_block($page, $page_zh, $english) if $english =~ /^<!--/;
    return without_comments($english) eq without_comments($chinese) ? $chinese : $english;
}

sub update_as {
    my ($page, $page_zh) = @_;
    my $block = qr/^<!-- measured .*?^<!-- end of measured [^>\n]*-->$|^```.*?^```$/sm;
    my $text = page_text($page_zh);
    my @blocks_zh = $text =~ /($block)/g;
    my @blocks = page_text($page) =~ /($block)/g;
    my $kinds = sub { join ' ', map { /^(<!-- measured \S+|```\w*)/ } @_ };
    return 0 if $kinds->(@blocks) ne $kinds->(@blocks_zh);
    $text =~ s/($block)/block_now($page, $page_zh, shift @blocks, $1)/ge;
    # Pictures of which there is a Chinese one now.
    $text =~ s{(!\[[^\]]*\]\()([^)\s]+)\)}{
        $1 . File::Spec->abs2rel(chinese_target(resolved($page_zh, $2)), dirname($page_zh)) . ')'}ge;
    return write_page($page_zh, $text);
}

1;
