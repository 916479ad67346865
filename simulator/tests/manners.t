# What users may expect of any tool: two builds at once, outputs that fail, names that are misspelt.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete @ENV{qw(CXX HAS_LOCK)};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors) = run("build/simcc -o $folder/p examples/race.cu 2>&1 && build/simcc -o $folder/sound examples/shuffle.cu");
is($status, 0, 'programs') or diag($out);
my $program = "$folder/sound -n 1000";

# ---- Two makes at once ---------------------------------------------------------------------------------------
# With a compiler that takes its time, and would see the other one's files.
open my $compiler, '>', "$folder/compiler" or die;
print $compiler <<'END';
#!/bin/sh
for last; do :; done
while [ $# -gt 1 ] && [ "$1" != -o ]; do shift; done
[ ! -e "$2.now" ] || echo "$2: two at once" >&2
: >"$2.now"
sleep 0.02
printf '#!/bin/sh\n' >"$2" && chmod +x "$2"
rm -f "$2.now"
END
close $compiler;
chmod 0755, "$folder/compiler";
SKIP: {
    skip 'needs flock', 4 if system('command -v flock >/dev/null');
    my $make = "make -s CC=$folder/compiler OBJCOPY=true AR=true BUILD=$folder/built";
    my @both = run_many(map { "$make simulator" } 1 .. 3);
    is(join('', map { "$_->[1]$_->[3]" } @both), '000', 'three makes at once, in a fresh tree');
    ok(-x "$folder/built/simcc", 'and all is built');
    is((run("$make -j2"))[0], 0, 'with several jobs');
    run("chmod -R a-w $folder/built");
    is((run("$make -q >/dev/null 2>&1; $make"))[0], 0, 'where nobody may write, and nothing is to be done');
    run("chmod -R u+w $folder/built");
}

# ---- Outputs that fail ------------------------------------------------------------------------------------------
for my $report (qw(counters lines clock)) {
    ($status, $out, $errors) = run("SIM_REPORT=$report $program >/dev/full");
    is($status, 3, "SIM_REPORT=$report to a full disk: fails");
    like($errors, qr/^simulator: cannot write the report to the standard output$/m, 'and says so');
}
for my $name (qw(SIM_CSV SIM_LINES_CSV SIM_PHASES_CSV)) {
    for my $file ('/dev/full', "$folder/no/such") {
        ($status, $out, $errors) = run("$name=$file $program");
        is($status, 3, "$name=$file: fails");
        like($errors, qr/^simulator: cannot write \Q$file\E$/m, 'and says so');
    }
}
is((run("SIM_REPORT=counters $program"))[0], 0, 'a report that can be written');
is((run("SIM_REPORT=counters $folder/p >/dev/full"))[0], FOUND, 'with findings, the status is theirs');
isnt((run('build/simcc --help >/dev/full'))[0], 0, 'simcc --help to a full disk');

# ---- Names ---------------------------------------------------------------------------------------------------------
for (['SIM_DEVIC=k20m', 'SIM_DEVICE'], ['SIM_REPROT=clock', 'SIM_REPORT'], ['SIM_THREAD=1', 'SIM_THREADS'], ['SIM_COUNTER=0', 'SIM_COUNTERS'],
     ['SIM_VIEWBLOCKS=1', 'SIM_VIEW_BLOCKS'], ['SIM_CHECK=0', 'SIM_CHECKS']) {
    my ($setting, $meant) = @$_;
    my ($name) = $setting =~ /(\w+)=/;
    ($status, $out, $errors) = run("$setting $program");
    is("$status$out$errors", "2simulator: there is no $name: is $meant meant?\n", $setting);
}
# Goals and variables of make; not of a make that another calls, which may be given what is the other's.
my $fresh = 'env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS make -s';
for (['instal', 'there is no instal here: is install meant\?'], ['tset', 'there is no tset here: is test meant\?'],
     ['nosuch', 'there is no nosuch here\.'], ["install PREFX=$folder/p", 'there is no variable PREFX here: is PREFIX meant\?'],
     ["DESTDRI=$folder/p install", 'there is no variable DESTDRI here: is DESTDIR meant\?'],
     ["test TESTS='tests/*.t tests/none.t'", 'TESTS: there is no tests/none\.t\.']) {
    ($status, $out, $errors) = run("$fresh $_->[0]");
    like("$status $errors", qr/^2 \S+ \*\*\* $_->[1]/, "make $_->[0]");
}
is(join('', (run("MAKELEVEL=1 make -s simulator N=1000"))[0, 2]), '0', 'what another make was given');
is(join('', (run("$fresh simulator CC=cc CXX=g++ JOBS=2 TESTS=x DEVICE=h100 PREFIX=/x WITH_NVCC=1 -n"))[0, 2]), '0', 'its own variables');

is((run("SIM_OF_ANOTHER_PROGRAM=1 SIMULATION=2 $program"))[0], 0, "others' variables");
# The names are those of the page, and those that are asked for.
my %of_page = map { $_ => 1 } map { /`(SIM_\w+)`/g } read_file('docs/simulator.md') =~ /^(\| `SIM_[^|]*)\|/mg;
my %known = map { $_ => 1 } read_file('runtime/base/setting_names.c') =~ /"(SIM_\w+)"/g;
my %asked = map { $_ => 1 } map { read_file($_) =~ /\("(SIM_[A-Z_]+)"/g } glob 'runtime/*/*.c';
cmp_ok(scalar keys %of_page, '>', 15, 'the page has settings');
is(join(' ', sort keys %known), join(' ', sort keys %of_page), 'all settings of the page are known, and no others');
is(join(' ', grep { !$known{$_} } sort keys %asked), '', 'and all that the runtime asks for');

done_testing;
