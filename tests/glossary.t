# The glossary, and its terms in the pages: no term is used before a page explains it or leads to it.
use strict;
use warnings;
use lib 'tests/lib';
use File::Basename;
use File::Spec;
use Lab;
use Pages;
use Test::More;

# ---- the glossary itself ------------------------------------------------------------------
# An entry is a paragraph: <a id="..."></a>, the forms of the term in bold, what it is, and links to
# the pages that explain it.
my $glossary = 'docs/glossary.md';
my (@entries, %entry_of);
for my $text (split /\n\n/, read_file($glossary)) {
    my ($id, $rest) = $text =~ m{^<a id="([\w-]+)"></a>(.*)}s or next;
    my @forms = $rest =~ /\*\*([^*]+)\*\*/g;
    my @pages = map { page_of($glossary, $_) } $rest =~ /\]\(([^)\s]+)\)/g;
    push @entries, {id => $id, forms => [map { s/\s+/ /gr } @forms], pages => {map { $_ => 1 } @pages}};
    is($entry_of{$id}, undef, "$id: one entry");
    $entry_of{$id} = $entries[-1];
    ok(@forms > 0, "$id: the term is in bold");
    ok(@pages > 0, "$id: a page explains it");
}
cmp_ok(scalar @entries, '>', 45, 'the glossary has entries');

# The file that a link in a page leads to.
sub page_of {
    my ($page, $link) = @_;
    my ($path) = $link =~ /^([^#]*)/;
    return $page if $path eq '';
    my @parts;
    for (split m{/}, dirname($page) . "/$path") {
        if ($_ eq '..') { pop @parts } elsif ($_ ne '.') { push @parts, $_ }
    }
    return join '/', @parts;
}

# ---- terms before their explanation ------------------------------------------------------------
# The prose of a page, in which terms count: not code, not what was printed or generated, not the
# lines of links around the title, not headings, not the names of pictures, not answers that are
# folded away (they come after the questions).
sub prose {
    my ($text) = @_;
    $text =~ s/^```.*?^```$//smg;
    $text =~ s/<!-- measured .*?<!-- end of measured [^>]*-->//sg;
    $text =~ s/^#.*$//mg;
    $text =~ s/\A\[中文\]\([^)]*\)//;
    $text =~ s/\A\s*\[.*?\n\n//s;
    $text =~ s/!\[[^\]]*\]\([^)]*\)//g;
    $text =~ s/^    .*$//mg;
    $text =~ s/`[^`]*`/`/g;
    return $text =~ s/\s+/ /gr;
}

# A term in a text: any of its forms, in singular or plural.
sub pattern {
    my $forms = join '|', map { quotemeta } sort { length $b <=> length $a } @{$_[0]{forms}};
    return qr/(?<![\w-])(?:$forms)(?:s|es|ed|d)?(?![\w-])/i;
}

# The terms that the text of pages, one after the other, uses before they are explained. A term is
# explained where it stands in italics, or in a link to its entry or to a page that the entry names.
sub unexplained {
    my ($text_of, @pages) = @_;
    my @found;
    ENTRY: for my $entry (@entries) {
        my $term = pattern($entry);
        for my $page (@pages) {
            my $text = $text_of->($page);
            # not the file names in links
            my ($before, $word, $after);
            while ($text =~ /$term/g) {
                ($before, $word, $after) = (substr($text, 0, $-[0]), $&, substr($text, $+[0]));
                last unless $before =~ /\]\([^)]*\z/;
                undef $word;
            }
            next unless defined $word;
            # in italics: *the term*, perhaps with other words
            next ENTRY if $before =~ /(?<!\*)\*(?![*\s])[^*]*\z/ && $after =~ /^[^*]*\*(?!\*)/
                          && (() = $before =~ /(?<!\*)\*(?!\*)/g) % 2;
            # in a link: [words the term words](target)
            next ENTRY if $before =~ /\[[^\[\]]*\z/ && $after =~ /^[^\[\]]*\]\(([^)]+)\)/
                          && leads_to($entry, $page, $1);
            push @found, "$page: ... " . substr($before, -40) . "<$word>" . substr($after, 0, 30) .
                         " ... (explain it, in italics, or link it to glossary.md#$entry->{id})";
            next ENTRY;
        }
    }
    return @found;
}

sub leads_to {
    my ($entry, $page, $link) = @_;
    my $target = page_of($page, $link);
    return $link =~ /#\Q$entry->{id}\E$/ if $target eq $glossary;
    return $entry->{pages}{$target};
}

# The test of the test: pages that were made up.
{
    my $say = sub { my ($text) = @_; return join '|', unexplained(sub { prose($text) }, 'README.md') };
    is($say->("A *warp* is 32 threads. A warp waits.\n"), '', 'in italics a term is explained');
    like($say->("A warp waits. A *warp* is 32 threads.\n"), qr/<warp>/, 'but not before');
    like($say->("Two Warps\nwait.\n"), qr/<Warps>/, 'also in the plural and as a first word');
    is($say->("A [warp](docs/glossary.md#warp) waits.\n"), '', 'a link to the entry will do');
    like($say->("A [warp](docs/glossary.md#lane) waits.\n"), qr/<warp>/, 'one to another entry will not');
    is($say->("[Warps](step01_neighbored_gmem/README.md) wait.\n"), '', 'one to its page will do');
    like($say->("[Warps](docs/students.md) wait.\n"), qr/<Warps>/, 'one to any other page will not');
    like($say->("*This* warp *waits*.\n"), qr/<warp>/, 'between words in italics it is not');
    is($say->("```console\nwarp\n```\n`warp`\n"), '', 'code is not prose');
    is($say->("[Step 3](step03/warp.md)\n"), '', 'nor is the name of a file');
    like($say->("A round\ntrip.\n"), qr/<round trip>/, 'a term of two words, on two lines');
}

# ---- the pages that entries lead to explain the term: they use it, at least --------------------------
for my $entry (@entries) {
    my @silent = grep { prose(read_file($_)) !~ pattern($entry) } sort keys %{$entry->{pages}};
    is("@silent", '', "$entry->{id}: the pages that it names use the term");
}

# ---- the pages in order ------------------------------------------------------------------------------
my %prose;
my $text_of = sub { return $prose{$_[0]} //= prose(read_file($_[0])) };
for (['in the order in which the lab is read', 'README.md', 'docs/index.md', step_pages(), second_pages()],
     ['in the steps alone', step_pages(), second_pages()]) {
    my ($order, @pages) = @$_;
    is(join("\n", unexplained($text_of, @pages)), '', "no term before its explanation, $order");
}

done_testing();
