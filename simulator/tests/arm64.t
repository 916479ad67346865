# arm64's code gets the table of operations from x86-64's assembly of the same text (simcc/pairing.h): from two stored
# listings, always; and whole programs, compiled for arm64 and run by qemu, count and take what they do here.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd;
use Run;
use Test::More;

my $folder = scratch();
my $here = getcwd;
delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{SIMCC_CACHE};
system('make -s simulator') == 0 or die "the simulator does not build\n";

# ---- Two listings -----------------------------------------------------------------------------
my $parts = join ' ', map { "simcc/$_.c" } qw(pairing listing operations block calls accesses values forms functions
                                              function_costs instruction mnemonics operand assembly text wide whole_loops loop_types loops constants
                                              branch_sides visible edits syntax);
my ($status, undef, $messages) = run("cc -std=gnu11 -Wall -I. -Iruntime -Ibuild -o $folder/pair tests/arm64/pair.c $parts");
is("$status$messages", '0', 'pair.c compiles');

my ($x86_64, $arm64) = map { read_file("tests/arm64/sum_$_.s") } qw(x86_64 arm64);
sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!\n";
    print $file $text;
}

# Pairs two listings. Returns arm64's labels as [number, the call before it], and the tables: for each block's label
# its operations, as a text.
sub pair {
    my ($model, $assembly) = @_;
    write_file("$folder/x86_64.s", $model);
    write_file("$folder/arm64.s", $assembly);
    my ($status, $out, $errors) = run("$folder/pair $folder/x86_64.s $folder/arm64.s");
    is("$status$errors", '0', 'two listings are paired');
    my ($code, $tables) = $out =~ /^(.*?)((?:^\t\.section\tsim_operations,.*)?)\z/ms;
    my $bare = $code =~ s/^\.Lsim_operations\d+:\n//gmr;
    is($bare, $assembly, 'the code stays as it is');
    my @labels;
    push @labels, [$2, $1] while $code =~ /^\tbl\t(\w+)\n\.Lsim_operations(\d+):$/mg;
    my %table = $tables =~ /^\t\.quad\t\.Lsim_operations(\d+)\n((?:(?!\t\.quad\t\.L).*\n)*)/mg;
    return (\@labels, \%table, $tables);
}

my ($labels, $table, $tables) = pair($x86_64, $arm64);
my @calls = $x86_64 =~ /^\tcall\t(\w+)/mg;
my @of_arm64 = $arm64 =~ /^\tbl\t(\w+)/mg;
is("@of_arm64", "@calls", 'both listings call the same functions');
is(join(' ', map { $_->[1] } @$labels), join(' ', grep { !/_func_/ } @calls),
   'each call behind the first basic block has a label behind it');
is(join(' ', map { $_->[0] } @$labels), join(' ', 1 .. @$labels), 'in their order');
my @begins = map { $_->[0] } grep { $_->[1] =~ /trace_pc/ } @$labels;
is(join(' ', sort { $a <=> $b } keys %$table), "@begins", 'a table for each basic block');
my %is_label = map { $_->[0] => 1 } @$labels;
my @places = $tables =~ /\.short\t\.Lsim_operations(\d+)-/g;
ok(@places >= 5 && !(grep { !$is_label{$_} } @places), 'loads, stores and calls have their places');

# A block that arm64's code has not: the others keep their own, and no table is left without code.
my @blocks = split /(?=^\tbl\t__sanitizer_cov_trace_pc$)/m, $arm64;
for my $gone (1 .. $#blocks) {
    my $fewer = join '', map { $_ == $gone ? $blocks[$_] =~ s/^\tbl\t__(?:san|tsan_r|tsan_w).*\n//gmr : $blocks[$_] }
        0 .. $#blocks;
    my ($labels, $others) = pair($x86_64, $fewer);
    is(scalar keys %$others, @begins - 1, "without block $gone there is a table less");
    my $same = grep { ($others->{$_} =~ s/\.short\t.*//gr) eq ($table->{$_} =~ s/\.short\t.*//gr) } keys %$others;
    is($same, @begins - 1, 'the others are as they were');
    my @dangling = grep { my $place = $_; !grep { $_->[0] == $place } @$labels }
        map { /\.short\t\.Lsim_operations(\d+)-\.L/g } values %$others;
    is("@dangling", '', 'and mention no label that is not there');
}

# A call that arm64's code makes in another way has no place; what is of a function that it lacks is left out.
my ($without_call, $tables_without) = pair($x86_64, $arm64 =~ s/^\tbl\tsim_atomic$/\tbl\tanother/mr);
ok(!(grep { $_->[1] eq 'another' } @$without_call), 'a call of another function has no label');
my ($number) = map { $_->[0] } grep { $_->[1] eq 'sim_atomic' } @$labels;
is(join("\n", map { $tables_without->{$_} } sort keys %$tables_without),
   join("\n", map { $table->{$_} =~ s/\.short\t\.Lsim_operations$number-.*/.short\t0/gr } sort keys %$table),
   'but its operation stays, as one without a place');
my (undef, undef, $of_none) = pair($x86_64, $arm64 =~ s/_Z3sum/_Z4sums/gr);
is($of_none, '', 'another function has no table');
pair('', $arm64);
pair($x86_64, '');

# ---- Programs ------------------------------------------------------------------------------
my ($qemu) = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(qemu-aarch64 qemu-aarch64-static);
my $cross = 'aarch64-linux-gnu';
sub path_of { return (run("command -v $_[0]"))[1] =~ s/\n//r }
SKIP: {
    skip 'no qemu-aarch64 (qemu-user): no program for arm64 is run', 1 unless $qemu;
    skip "no $cross-g++: no program is compiled for arm64", 1 if system("command -v $cross-g++ >/dev/null 2>&1");
    skip 'no x86_64-linux-gnu-g++', 1 if system('command -v x86_64-linux-gnu-g++ >/dev/null 2>&1');
    my $built = 'build/arm64';
    # the runtime for arm64; what a build runs itself is this machine's
    ($status, undef, $messages) =
        run("mkdir -p $built && cp -p build/assemble build/view_page.html $built/ && " .
            "make -s -j2 HAS_LOCK=1 BUILD=$built CC=$cross-gcc AR=$cross-ar OBJCOPY=$cross-objcopy " .
            "-o $built/assemble -o $built/view_page.html $built/libsimulator.a $built/aliases/written", 600);
    is("$status$messages", '0', 'the runtime compiles for arm64') or skip 'no runtime', 1;
    mkdir "$folder/arm64";
    run("cp build/simcc $folder/arm64/simcc; ln -s $here/$built/libsimulator.a $here/$built/aliases $folder/arm64/");
    for my $example (qw(interleaved last_block shuffle)) {
        my %text;
        ($status, undef, $messages) =
            run("build/simcc -o $folder/$example examples/$example.cu && " .
                "CXX=$cross-g++ $folder/arm64/simcc -o $folder/$example.arm64 examples/$example.cu");
        is("$status$messages", '0', "$example.cu compiles for both");
        for my $machine ('', '.arm64') {
            my $command = $machine ? "$qemu -L /usr/$cross $folder/$example.arm64" : "$folder/$example";
            ($status, my $out, my $errors) =
                run("SIM_CSV=$folder/$example$machine.csv SIM_REPORT=counters $command", 300);
            $text{$machine} = "$status\n" . read_file("$folder/$example$machine.csv") . $out . $errors;
        }
        like($text{''}, qr/modelled_us/, "$example.cu: has times");
        is($text{'.arm64'}, $text{''}, 'and counts and times are the same on arm64');
    }
    # without a compiler for x86-64: the counters alone, and a line that says so
    mkdir "$folder/bare";
    symlink path_of($_), "$folder/bare/$_" for "$cross-g++", 'sh';
    ($status, undef, $messages) =
        run("PATH=$folder/bare CXX=$cross-g++ $folder/arm64/simcc -o $folder/bare/sum examples/interleaved.cu");
    is("$status$messages", '0', 'it compiles without a compiler for x86-64');
    ($status, undef, $messages) = run("SIM_REPORT=clock $qemu -L /usr/$cross $folder/bare/sum", 300);
    like($messages, qr/^simulator: modelled times lack the operations between accesses: /m,
         'and a line says that times lack operations');
}

done_testing;
