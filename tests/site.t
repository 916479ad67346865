# make site: each page stands in its navigation, in both languages, and each link of a page has a place in it.
# With SITE=1, and where its generator is installed, the whole of it is built and looked at.
use strict;
use warnings;
use lib 'tests/lib';
use Chinese;
use JSON::PP ();
use Lab;
use Pages;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};

# ---- The navigation -------------------------------------------------------------------------------
# The files that a line of site/pages.txt stands for, as site/pages.js has it.
my @lines = grep { /\S/ && !/^#/ } split /\n/, read_file('site/pages.txt');
my @words = map { s/^book //r } @lines;
my %named = map { $_ => 1 } @words;
my (@pages, %times);
for (grep { !/^== / } @words) {
    my @matching = /\*/ ? grep { !$named{$_} && !$times{$_} && !/\.zh-CN\.md$/ } sort glob : ($_);
    ok(scalar @matching, "site/pages.txt: $_ is there") or next;
    push @pages, @matching;
    $times{$_}++ for @matching;
}
is(join(' ', grep { !-f } @pages), '', 'each page of the navigation is a file');
is(join(' ', grep { $times{$_} > 1 } sort keys %times), '', 'and stands there once');
my @tracked = grep { -e } split /\n/, (run("git ls-files --cached --others --exclude-standard '*.md'"))[1];
SKIP: {
    skip 'no list of files without git', 1 unless @tracked;
    # a task is a part of a page of the handout (course/handout.sh)
    my @left = grep { !$times{$_} && !/\.zh-CN\.md$|docs\/zh-CN\/|^course\/tasks\// } @tracked;
    is("@left", '', 'site/pages.txt has a place for each page of the repository');
}
my @chinese = map { my $page = $_; grep { $_ ne $page && -e } chinese_page($page) } @pages;
is(join(' ', sort @chinese), join(' ', sort grep { -e } chinese_pages()), 'and each Chinese page stands there as the same page in Chinese');
my @headings = grep { /^== / } @lines;
is(join(' | ', grep { !/^== [^|]+ \| [^|]*[^\x00-\x7f][^|]*$/ } @headings), '', 'groups have names in both languages');
my @order = grep { /^step/ } @pages;
is("@order", join(' ', sort @order), "the steps stand in the lesson's order");

# ---- Links --------------------------------------------------------------------------------------------
# Each leads to a file that is there: to a page, or to one that site/stage.js can bring along.
my @lost;
for my $page (@pages, @chinese) {
    for my $link (grep { !m{^https?://} } links_of($page)) {
        my ($target) = resolved($page, $link) =~ /^([^#]*)/;
        push @lost, "$page: $link" if $target =~ m{^\.\./} || ($target ne '' && !-e $target);
    }
}
is(join("\n", @lost), '', 'each link of a page leads to a file of the repository');

# ---- Nobody else needs the generator --------------------------------------------------------------------
my @naming = grep { read_file($_) =~ /vitepress|\bnpm\b/i }
             grep { -f && !-l } glob 'Makefile tools/*.* tools/*/*.sh course/*.* Containerfile .github/workflows/check.yml';
is("@naming", 'tools/machine/doctor.sh', 'outside site/, the doctor alone knows the generator');
like(read_file('.ci/run'), qr/^if timeout \d+ npm ci --prefix site --silent; then\n.*\n    make -s site .*^else\n    echo "[^"]*skipping the site/ms,
     'CI builds the site where it can be had, and goes on without it');
like(read_file('site/package.json'), qr/"vitepress": "\d+\.\d+\.\d+"/, 'its version is pinned');
like(read_file('site/package-lock.json'), qr{"node_modules/vitepress": \{\s*"version": "\d+\.\d+\.\d+",.*?"integrity": "sha512-}s, 'so are those of what it needs');
my $locked = JSON::PP->new->decode(read_file('site/package-lock.json'))->{packages};
# npm ci installs nothing where a package is not locked that another one asks for, be it for another system alone
my @open = sort grep { !$locked->{"node_modules/$_"} } map { keys %{$_->{dependencies} // {}}, keys %{$_->{optionalDependencies} // {}} } values %$locked;
is("@open", '', 'and each package that one of them asks for, on any system');
unlike(read_file('site/package-lock.json'), qr{"resolved": "(?!https://registry\.npmjs\.org/)}, "and all come from npm's own registry");

# ---- Without it: one sentence -------------------------------------------------------------------------------
my $bin = scratch() . '/bin';
mkdir $bin;
for (qw(sh dirname awk grep tr cat test)) {
    chomp(my $path = (run("command -v $_"))[1]);
    symlink $path, "$bin/$_" if $path =~ m{^/};
}
my ($status, $out, $err) = run("PATH=$bin site/build.sh");
is("$status$out", 3, 'make site without Node.js: exit status 3');
like($err, qr/\Amake site needs Node\.js 18 or later, [^\n]*`sudo apt-get install [^\n]*npm ci --prefix site`\.\n\z/, 'and one sentence that says what to install');

# ---- All of it --------------------------------------------------------------------------------------------------
SKIP: {
    skip 'SITE=1 builds the site', 1 unless $ENV{SITE};
    skip 'the generator is not installed: npm ci --prefix site', 1 unless -e 'site/node_modules/vitepress/package.json';
    ($status, $out, $err) = run('make site BACKEND=sim', 3600); # minutes, and more where others work, too
    is($status, 0, 'make site') or diag($err), skip 'there is no site', 1;
    like($out, qr/^  \d{3,} pages, \d{4,} links, 0 dead$/m, 'all links of the site lead somewhere');
    my $html = 'build/site/html';
    is(join(' ', grep { !-s } map { ("$html/slides/$_.en.pdf", "$html/slides/$_.zh.html") } map { substr $_, 0, 6 } steps()), '', 'each step has its slides');
    ok(-s "$html/book/$_.pdf" > 1e6, "the book, $_") for qw(en zh);
    # what is too wide for an upright page lies on a wide one
    my ($wide) = map { scalar(() = /<pre[^>]* data-wide/g) } read_file("$html/book/en.html");
    my $on = () = read_file("$html/book/en.pdf") =~ m{/MediaBox \[0 0 84[12]\S* 59[45]}g;
    cmp_ok($on, '>=', $wide, "the book has wide pages for its wide blocks") && cmp_ok($wide, '>', 0, 'and there are some');
    my @slides = map { my $deck = $_; map { "$deck: " . substr($_, -60) } map { s/<img/[picture]<img/gr =~ s/<[^>]*>//gr =~ s/\s+$//r }
                       read_file($deck) =~ m{<section class="slide">(.*?)</section>}gs } glob "$html/slides/step*.html";
    cmp_ok(scalar @slides, '>', 200, 'slides of all decks');
    is(join("\n", grep { /(?::|\xef\xbc\x9a)$/ } @slides), '', 'none ends where a table or picture is to follow');
    is(join(' ', map { scalar(() = read_file("$html/slides/$_.html") =~ /<img src="docs-[^"]+-[12]\.svg"/g) } qw(step04.en step06.zh step05.en)), '2 2 0',
       'two runs of a picture stand side by side');
    # a link that leads nowhere is found
    open my $file, '>', "$html/broken.html" or die;
    print $file '<a href="step03_nodivergence/#no-such-place">x</a><img src="nowhere.svg">';
    close $file;
    ($status, $out, $err) = run('node site/check.js');
    like("$status$err", qr/\A1broken\.html: step03_nodivergence\/#no-such-place has no such place\nbroken\.html: nowhere\.svg is not there\n/, 'a dead link is found');
    unlink "$html/broken.html";
    # pages on a phone, search: site/look.js says what is wrong
    ($status, $out, $err) = run('node site/look.js', 1800);
    is("$status$err", '0', 'no page is wider than a phone, each search finds all its pages') or diag $out;
    like($out, qr/^\d{3,} pages at 360 pixels$/m, 'all pages were looked at');
}

done_testing;
