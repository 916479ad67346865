# What make compiles with which flags, and when, with a compiler that compiles nothing.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $compiler = scratch() . '/compiler';
open my $script, '>', $compiler or die "$compiler: $!";
print $script <<'END';
#!/bin/sh
while [ $# -gt 1 ] && [ "$1" != -o ]; do shift; done
{
    echo '#!/bin/sh'
    echo 'while [ $# -gt 1 ] && [ "$1" != --precompile ]; do shift; done; [ $# -lt 2 ] || : >"$2"' # as a simcc
} >"$2" && chmod +x "$2"
END
close $script;
chmod 0755, $compiler;
my $archiver = scratch() . '/archiver';
open $script, '>', $archiver or die "$archiver: $!";
print $script "#!/bin/sh\ntouch \"\$2\"\n";
close $script;
chmod 0755, $archiver;
my ($copy, $elsewhere) = map { scratch() . "/$_" } 'copy', 'elsewhere.c';
is((run("mkdir $copy && cp -pR [!b]* $copy"))[0], 0, 'a copy of the simulator');
my $simulator = "make -C $copy CC=$compiler OBJCOPY=true AR=$archiver";
my $built = sub {    # how many objects of the simulator are compiled with these flags
    my ($flags) = @_;
    my ($status, $out) = run("$simulator V=1 CFLAGS=$flags");
    return "$status " . (() = $out =~ / \Q$flags\E .* -c -o /g);
};
# Of a unit's files there is one object: make/units.mk.
my @units = map { [split] } (read_file('make/units.mk') =~ s/\\\n//gr) =~ /^\$\(call unit,[^,]+,(.*)\)$/mg;
my $objects = @units + (() = glob 'simcc/*.c runtime/*/*.c devices/*.c');
$objects -= @$_ for @units;
is($built->('-O0'), "0 $objects", 'the simulator is built with the CFLAGS that are given');
is($built->('-O0'), '0 0', 'nothing of it is built twice');
is($built->('-O1'), "0 $objects", 'other flags build it again');

# Whether there is anything to do is seen at one look, make/current.sh: whatever changes is seen.
my ($status, $out) = run("$simulator CFLAGS=-O1 -d");
unlike($out, qr/merge\.o/, 'where nothing is newer no object is looked at');
for (['touch runtime/warp/merge.c', '0 1', 'a source'], ['touch view/page/page.html', '0 1', 'the page of a view'],
     ['cp devices/h100.c devices/other.c', '0 1', 'a new source'], ['rm devices/other.c', '0 0', 'a source that is gone'],
     ['rm build/objects/simcc/wide.o build/simcc', '0 1', 'what was built is gone'],
     ['touch -r build/current runtime/warp/merge.c', '0 1', 'a source with the time of an earlier one'],
     ["mv runtime/warp/merge.c $elsewhere && ln -s $elsewhere runtime/warp/merge.c", '0 0', 'a link in place of a source'],
     ["touch $elsewhere", '0 1', 'what the link leads to'],
     ['touch -d "1 hour" build/current && touch runtime/warp/merge.c', '0 1', 'a source, by a clock that was set back,']) {
    my ($change, $expected, $what) = @$_;
    run("cd $copy && $change");
    is($built->('-O1'), $expected, "$what is seen");
    is($built->('-O1'), '0 0', 'once');
}
# What clang keeps of the headers is made by who tests with it; it does not outlive them.
my $kept = "$copy/build/headers/clang/counted";
run("mkdir -p $copy/build/headers/clang && touch $kept && $simulator CFLAGS=-O1");
ok(-e $kept, 'what clang keeps of the headers stays');
run("touch $copy/include/sim/launch.h && $simulator CFLAGS=-O1");
ok(!-e $kept, 'until a header has changed');

run("cd $copy && rm build/libsimulator.a");
is((run("$simulator --no-print-directory CFLAGS=-O1"))[1], "  build/libsimulator.a\n", 'a part of it that is gone is made again');

done_testing;
