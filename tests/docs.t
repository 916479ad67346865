# The pages: whole, current, and true to what the programs do.
use strict;
use warnings;
use lib 'tests/lib';
use Encode qw(decode encode);
use File::Basename;
use Chinese;
use Drawn;
use Lab;
use Letters;
use Pages;
use Phrases;
use Test::More;

# ---- every step has its page, with the same sections ----------------------------------
my @sections = ('The problem', 'The idea', 'The picture', 'What changed', 'Run it',
                'What the counters say, and why', 'Take it away', 'What limits it',
                'Predict before you measure', 'Still slow');
for my $page (step_pages()) {
    my $text = read_file($page);
    my @found = $text =~ /^## (.+)$/mg;
    my @wanted = grep { $_ ne 'Take it away' || -e $page =~ s/README\.md$/why.cu/r } @sections;
    is("@found", "@wanted", "$page: its sections, in order");
    like($text, qr/^!\[[^\]]{20,}\]\([^)]+\.svg\)$/m, "$page: a picture, described in words");
    ok(scalar($text =~ m{<details><summary>Answers</summary>\n\n1\. .*</details>}s),
       "$page: answers, folded");
    ok(scalar commands_in($page), "$page: commands");
}

# ---- links and pictures ------------------------------------------------------------------
my %shown;    # the pictures that a page shows
for my $page (pages(), labs_chinese_pages()) {
    my $text = read_file($page);
    $shown{resolved($page, $_)} = 1 for grep { /\.svg$/ } links_of($page);
    my @broken = broken_links($page);
    is("@broken", '', "$page: links and pictures are there");
    like($text, qr{\A(?:\[(?:中文(?:页面)?|English)\]\([^)]+\)\n\n)?# \S}, "$page begins with its title, or with its other language");
}

# ---- diagrams -------------------------------------------------------------------------------
# Each in English and, where it holds words, in Chinese (make docs).
my $drawing = `command -v dot 2>/dev/null` && `command -v gvpr 2>/dev/null`;
my %wanted;    # what each picture is drawn from
for my $source (glob 'docs/diagrams/*.dot') {
    my $name = basename($source, '.dot');
    my $english = read_file($source);
    my $chinese = encode('UTF-8', chinese_diagram(decode('UTF-8', $english)));
    $wanted{"docs/diagrams/$name.svg"} = $english;
    $wanted{"docs/zh-CN/diagrams/$name.svg"} = $chinese if $chinese ne $english;
}

# Texts of a picture that go past its edges, whatever font a reader has: a Chinese letter is as wide as high,
# a Latin one about half of that.
sub beyond {
    my ($svg) = @_;
    my ($width) = $svg =~ / viewBox="\S+ \S+ (\S+) /;
    my ($margin) = $svg =~ /translate\((\S+) /;
    my @beyond;
    while ($svg =~ /<text[^>]* text-anchor="(\w+)" x="(\S+)"[^>]* font-size="(\S+)"[^>]*>(.*?)<\/text>/g) {
        my ($anchor, $x, $size, $text) = ($1, $2 + $margin, $3, $4);
        my $words = decode('UTF-8', $text =~ s/&#?\w+;/x/gr);
        my $wide = () = $words =~ /[^\x00-\x{2e7f}]/g;
        my $length = $size * ($wide + 0.5 * (length($words) - $wide));
        $x -= $anchor eq 'end' ? $length : $anchor eq 'middle' ? $length / 2 : 0;
        push @beyond, encode('UTF-8', $words) if $x < 0 || $x + $length > $width;
    }
    return @beyond;
}

# Files of the pictures, in one folder, with something before what each is drawn from; returns picture => path.
sub written {
    my ($folder, $before) = @_;
    my %path = map { $_ => "$folder/" . tr{/}{_}r } sort keys %wanted;
    mkdir $folder;
    for my $picture (keys %path) {
        open my $file, '>', $path{$picture} or die;
        print $file $before, $wanted{$picture};
        close $file;
    }
    return %path;
}
my %drawn_from = written(scratch() . '/sources', '');
my %styled = written(scratch() . '/styled', join '', map { read_file("docs/diagrams/$_") } qw(style.gvpr dark.css));
my %checksum = reverse `cksum @{[values %styled]}` =~ /^(\d+) \d+ (.+)$/mg;    # of each file
# The checksums tell which sources changed; of all pictures some are drawn anew, and their words compared.
my %words_tried = map { $_ => 1 } drawn(sort keys %wanted);

for my $picture (sort keys %wanted) {
    my $name = basename($picture, '.svg');
    my $checksum = $checksum{$styled{$picture}};
    my $svg = read_file($picture);
    like($svg, qr/from $name\.dot, checksum $checksum /,
         "$picture is drawn from its source (make docs)");
    ok($shown{$picture}, "a page shows $picture");
    cmp_ok(letters_on_phone($svg), '>=', 12, "$picture: its letters on a phone, in pixels");
    is(join(' | ', beyond($svg)), '', "$picture: its words end within it");
    # A picture that moves: every tick of its source is one of those that its graph counts, and has its moment.
    my ($ticks) = $wanted{$picture} =~ /\bticks="(\d+)"/;
    my %ticks = map { $_ => 1 } $wanted{$picture} =~ /\btick="?(\d+)/g;
    my @still = grep { $_ < 1 || $_ > ($ticks // 0) || $svg !~ /^\.tick$_ \{/m || $svg !~ /class="\w+ tick$_"/ } sort keys %ticks;
    is("@still", '', "$picture: each tick has its moment");
    my %colours = map { $_ => 1 } $svg =~ / ((?:fill|stroke)="#\w+")/g;
    my @light = grep { index($svg, "[$_] {") < 0 } sort keys %colours;
    is("@light", '', "$picture: each colour has another for dark pages");
    next if !$words_tried{$picture};
    SKIP: {
        skip 'needs Graphviz', 1 unless $drawing;
        # by dot, which each Graphviz has: where things stand tells nothing of what they say
        my (undef, $now) = run("gvpr -c -f docs/diagrams/style.gvpr $drawn_from{$picture} | dot -Tsvg");
        my $words = sub { join '|', sort grep { /\S/ } $_[0] =~ m{<text[^>]*>(.*?)</text>}g };
        is($words->($svg), $words->($now), "$picture says what its source says");
    }
}
my @strays = grep { !$wanted{$_} } glob 'docs/diagrams/*.svg docs/zh-CN/diagrams/*.svg';
is("@strays", '', 'every picture has its source');
my @others = glob '{docs,docs/zh-CN}/{view,results/*}/*.svg';
cmp_ok(scalar @others, '>', 10, 'charts, and pictures of the view');
cmp_ok(letters_on_phone(read_file($_)), '>=', 9, "$_: its letters on a phone, in pixels") for @others;

# ---- counters --------------------------------------------------------------------------------
my $counters = read_file('docs/counters.md');
my @unknown = grep { index($counters, "`$_`") < 0 }
               read_file('tools/run/ncu_counters.c') =~ /^    \{"\w+", "([\w.]+)"\}/mg;
is("@unknown", '', 'docs/counters.md names every metric that is asked of ncu');

# ---- facts about the hardware --------------------------------------------------------------
# Each has a source, and where a page refers to one, the number that is shown is the one it leads to.
my @facts = read_file('docs/sources.md') =~ /^\| (<a id="f.*)$/mg;
cmp_ok(scalar @facts, '>', 20, 'docs/sources.md: facts about the hardware');
for my $i (0 .. $#facts) {
    my $number = $i + 1;
    like($facts[$i], qr{^<a id="f$number"></a>F$number \| [^|]{30,} \| [^|]{5,} \|$}, "F$number: fact and source");
}
for my $page (pages(), labs_chinese_pages()) {
    my @wrong = grep { !/^F(\d+)\]\([^)]*sources\.md#f\1$/ } read_file($page) =~ /\[(F\d+\]\([^)]*)\)/g;
    is("@wrong", '', "$page: its references to facts");
}

# ---- the README's claim: step 14 is ahead of CUB wherever both were recorded -----------------------
for my $recording (glob 'docs/results/*/compare.csv') {
    my ($header, @rows) = grep { !/^#/ } split /\n/, read_file($recording);
    my @behind;
    for (@rows) {
        my %value;
        @value{split /,/, $header} = split /,/;
        push @behind, "2^$value{exponent}" unless $value{times_cub_int} > 1 && $value{times_cub_64} > 1;
    }
    ok(@rows >= 10, "$recording: a row for each n");
    is("@behind", '', "$recording: step 14 is ahead of CUB at every n");
}

# ---- what changed ------------------------------------------------------------------------------
# The lines of a step's excerpt of its difference are lines of the step and of the one before.
for my $page (step_pages()) {
    my $now = join '', map { read_file($_) } glob dirname($page) . '/*.{cu,h}';
    my $before = read_file((step_before(dirname($page)) // '') . '/reduce.cu');
    my %lines = ('+' => {map { s/^\s+|\s+$//gr => 1 } split /\n/, $now},
                 '-' => {map { s/^\s+|\s+$//gr => 1 } split /\n/, $before});
    $lines{' '} = $lines{'+'};
    my @wrong;
    for my $block (read_file($page) =~ /^```diff\n(.*?)^```$/smg) {
        for (split /\n/, $block) {
            my ($sign, $line) = /^([-+ ])\s*(.*?)\s*$/ or next;
            push @wrong, $_ unless $line eq '' || $lines{$sign}{$line};
        }
    }
    for my $block (read_file($page) =~ /^```cuda\n(.*?)^```$/smg) {
        push @wrong, grep { /\S/ && !$lines{'+'}{s/^\s+|\s+$//gr} } split /\n/, $block;
    }
    is(join("\n", @wrong), '', "$page: the code that it quotes");
}

# ---- figures in the text ------------------------------------------------------------------------
# A rate or a time in a step's text is one that the page shows, or the beginning of one: outputs are run anew, and the text is not.
for my $page (step_pages(), grep { m{^step\d\d} } labs_chinese_pages()) {
    my $text = read_file($page);
    my $shown = join "\n", $text =~ /^(?:```.*?^```$|\|[^\n]*)/smg;
    $text =~ s/^(?:```.*?^```$|\|[^\n]*|    [^\n]*)//smg;
    my @told = $text =~ m{(\d+\.\d+)(?= (?:GB/s|ms)\b)}g;
    is(join(', ', grep { $shown !~ /(?<![\d.])\Q$_\E/ } @told), '', "$page: the rates and times in its text are those that it shows");
}

# ---- commands ------------------------------------------------------------------------------------
# tools/pages/refresh_pages.sh puts in what they print now.
check_commands(pages(), labs_chinese_pages());

done_testing();
