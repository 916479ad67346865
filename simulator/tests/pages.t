# The pages: their links lead to something in this folder, their commands print what they show, and their
# pictures are drawn from their sources.
use strict;
use warnings;
use lib 'tests/lib';
use Console;
use Csv;
use Letters;
use Links;
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
my @pages = grep { -e } glob 'README*.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/zh-CN/*.md calibrate/README.md tests/broken/README.md';
cmp_ok(scalar @pages, '>', 12, 'there are pages');

# ---- links --------------------------------------------------------------------------------------
my %shown;
for my $page (@pages) {
    my @broken = broken_links($page);
    is("@broken", '', "$page: links and pictures are there, and none leads out of this folder");
    like(read_file($page), qr{\A(?:\[(?:中文(?:页面)?|English)\]\([^)]+\)\n\n)?# \S}, "$page begins with its title");
    $shown{resolved($page, $_)} = 1 for grep { /\.svg$/ } links_of($page);
}

# ---- the way of an access --------------------------------------------------------------------------
# Each station of the drawing is a row of the README: its file, and a name to begin with that is there.
for my $page (grep { -e } 'README.md', 'README.zh-CN.md') {
    my @stations = read_file($page) =~ /^\| .* \| \[(\S+\.c)\]\(\S+\) \| `(\w+)` \|$/mg;
    cmp_ok(scalar @stations, '>', 20, "$page: the stations of an access");
    my $drawn = read_file('docs/diagrams/access.dot');
    while (my ($file, $name) = splice @stations, 0, 2) {
        like(read_file($file), qr/\b$name\b/, "$page: $file has $name");
        my ($base) = $file =~ m{([^/]+)$};
        ok(index($drawn, "\\n$base\"") >= 0 || $base =~ /^(?:quick|judge)\.c$/, "the drawing has $base");
    }
}
is((read_file('README.md') =~ /^```c\n(.*?)^```$/sm)[0],
   (read_file('docs/sum.cu') =~ /^(__global__ .*?^\}\n)/sm)[0], 'README.md: the kernel is that of docs/sum.cu');

# ---- drawings ------------------------------------------------------------------------------------------
# Each is drawn from its source, large enough to be read on a phone, and has its colours for dark pages.
for my $source (glob 'docs/diagrams/*.dot') {
    my ($name) = $source =~ m{([^/]+)\.dot$};
    for my $folder ('docs', 'docs/zh-CN') {
        my $picture = "$folder/diagrams/$name.svg";
        my $svg = read_file($picture);
        my $words = $folder eq 'docs' ? "cat $source" : "sed -f docs/zh-CN/diagrams/words.sed $source";
        my ($checksum) = (run("$words | cat docs/diagrams/dark.css - | cksum"))[1] =~ /^(\d+)/;
        like($svg, qr/from $name\.dot, checksum $checksum /, "$picture is drawn from its source (make docs)");
        ok($shown{$picture}, "a page shows $picture");
        cmp_ok(letters_on_phone($svg), '>=', 12, "$picture: its letters on a phone, in pixels");
        my %colours = map { $_ => 1 } $svg =~ / ((?:fill|stroke)="#\w+")/g;
        is(join(' ', grep { index($svg, "[$_] {") < 0 } sort keys %colours), '',
           "$picture: each colour has another for dark pages");
    }
}

# ---- tables ---------------------------------------------------------------------------------------------
system('make -s build/calibrate/clock_section build/calibrate/clock_errors build/calibrate/sweep_picture build/calibrate/constants build/flag_list') == 0
    or die "the tools of the pages do not build\n";
my $made = scratch() . '/pages';
is((run("tools/results.sh $made"))[0], 0, 'tools/results.sh');
is(read_file("$made/$_"), read_file($_), "the tables in $_ are those of the recordings")
    for 'docs/clock.md', 'docs/clock_model.md', 'docs/compilers.md', 'docs/flags.md', 'docs/speed.md';
for my $picture (glob 'docs/diagrams/sweep_*.svg docs/zh-CN/diagrams/sweep_*.svg') {
    my $svg = read_file($picture);
    is(read_file("$made/$picture"), $svg, "$picture is drawn from the recordings (make results)");
    ok($shown{$picture}, 'a page shows it');
    cmp_ok(letters_on_phone($svg), '>=', 12, 'its letters on a phone, in pixels');
    is($svg =~ /[\x80-\xff]{3}/ ? 1 : 0, $picture =~ /zh-CN/ ? 1 : 0, 'its words are of the page\'s language');
}

# Those of the speed need gnuplot: what they were drawn from is noted in them.
my ($recorded) = (run('cksum <speed/recordings/scaling.csv'))[1] =~ /^(\d+)/;
for my $picture (map { ("docs/diagrams/scaling_$_.svg", "docs/zh-CN/diagrams/scaling_$_.svg") } qw(threads n block)) {
    my $svg = read_file($picture);
    like($svg, qr/from scaling\.csv, checksum $recorded /, "$picture is drawn from the recording (speed/pictures.sh)");
    ok($shown{$picture}, 'a page shows it');
    is($svg =~ /[\x80-\xff]{3}/ ? 1 : 0, $picture =~ /zh-CN/ ? 1 : 0, 'its words are of the page\'s language');
}

# ---- the sweeps -------------------------------------------------------------------------------------------
# Time over bytes: it never falls, and rises faster than the bytes only where L2 no longer keeps them.
for my $file (glob 'calibrate/recordings/*/sweep_modelled.csv') {
    my ($device) = $file =~ m{([^/]+)/[^/]+$};
    my ($l2, $kept) = read_file("devices/$device.c") =~ /\.l2_size = (\d+) \* 1024.*\.l2_kept = ([\d.]+)/s;
    my $edge = 2**20 * $l2 * $kept;
    my %of;
    push @{$of{$_->{case}}}, $_ for rows($file);
    for my $case (sort keys %of) {
        my @sweep = @{$of{$case}};
        cmp_ok($sweep[-1]{bytes} / $sweep[0]{bytes}, '==', 2**20, "$device, $case: from 1 KB to 1 GB");
        my @odd;
        for (1 .. $#sweep) {
            my ($before, $now) = @sweep[$_ - 1, $_];
            my $more = $now->{milliseconds} / $before->{milliseconds};
            my $ends = $before->{bytes} <= $edge && $now->{bytes} > 0.95 * $edge;
            push @odd, "$before->{bytes} to $now->{bytes}: $more" if $more < 0.99 || $more > ($ends ? 3 : 1.02 * $now->{bytes} / $before->{bytes});
        }
        is("@odd", '', 'no cliffs');
    }
}

# ---- the version ---------------------------------------------------------------------------------------
chomp(my $version = read_file('VERSION'));
like((run('build/simcc --version'))[1], qr/^simcc \Q$version\E, /, 'simcc --version prints it');
is((read_file('CHANGELOG.md') =~ /^## (\S+), \d{4}-\d\d-\d\d$/m)[0], $version, 'the newest changes are of it');

# ---- commands --------------------------------------------------------------------------------------------
check_commands(@pages);

done_testing;
