# simcc's table of what basic blocks do: kinds and dependencies of kernels that are known, and a
# place for each event that the runtime records. See runtime/base/operations.h.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd;
use Drawn;
use Examples;
use Run;
use Test::More;

system('make -s simulator') == 0 or die "the simulator does not build\n";
plan skip_all => 'assembly is read on x86-64 only' unless (run('uname -m'))[1] =~ /x86_64/;
my $folder = scratch();
my $here = getcwd;
delete @ENV{grep { /^SIM_/ } keys %ENV};
my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);
my $wrapped = '-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free';

# The runtime with report.c in it, which prints what operations_find finds.
my ($status, undef, $messages) =
    run("cc -std=gnu11 -O1 -Iruntime -c -o $folder/report.o tests/operations/report.c && " .
        "cc -r -nostdlib -o $folder/runtime.o $folder/report.o build/objects/runtime/*/*.o build/objects/devices/*.o && " .
        "objcopy --wildcard --keep-global-symbols=runtime/exports.txt $folder/runtime.o");
is("$status$messages", '0', 'report.c compiles');

# Compiles a source, runs it with these arguments; returns what it has printed, line by line.
sub report_of {
    my ($compiler, $source, $name, $arguments) = @_;
    my ($status, undef, $messages) =
        run("CXX=$compiler build/simcc -c -o $folder/$name.o $source && " .
            "g++ -no-pie -o $folder/$name $folder/$name.o " .
            ($ENV{LINKED_WITH} ? "$ENV{LINKED_WITH} " : '') .
            "$folder/runtime.o $wrapped -lpthread -lm");
    is("$status$messages", '0', "$source, $compiler: compiles");
    ($status, my $out, my $errors) = run("$folder/$name $arguments");
    is("$status$errors", '0', "$source, $compiler: runs");
    return split /\n/, $out;
}

# ---- Reading the report ---------------------------------------------------------------------
my (@blocks, %place, @sites);    # of the program that was read last
sub read_report {
    @blocks = @sites = ();
    %place = ();
    for (@_) {
        my @word = split;
        if ($word[0] eq 'block') {
            push @blocks, {pc => hex $word[1], operations => []};
        } elsif ($word[0] eq 'site') {
            push @sites, {class => $word[1], pc => $word[2]};
        } elsif (@word == 7 && @blocks) {
            my ($kind, $to, @rest) = @word;
            push @{$blocks[-1]{operations}},
                {kind => $kind, to => $to, from => [grep { $_ } @rest[0 .. 2]],
                 doubles => $rest[3], place => $rest[4]};
            push @{$place{$rest[4]}}, $kind if $rest[4];
        }
    }
}

# Each recorded event has its operation. Class 60 is no event but a branch, seen by the merger.
sub check_sites {
    my ($what, $least) = @_;
    my %kind = (0 => qr/^(?:load|store|call)$/, 40 => qr/^call$/, 50 => qr/^call$/,
                70 => qr/^call$/, 80 => qr/^call$/, 90 => qr/^call$/);
    my @events = grep { $_->{class} ne '60' } @sites;
    cmp_ok(scalar @events, '>=', $least, "$what: events are recorded");
    my @without = grep { my $event = $_;
                         !grep { $_ =~ $kind{$event->{class}} } @{$place{$event->{pc}} // []} }
        @events;
    is(join(' ', map { "$_->{class}:$_->{pc}" } @without), '', "$what: each is in the table");
}

# ---- Questions to a block -------------------------------------------------------------------
my %function;                    # {name => [first address, address after]}
sub read_functions {
    my ($program) = @_;
    %function = ();
    for (split /\n/, (run("nm -S -C $program"))[1]) {
        $function{$3} = [hex $1, hex($1) + hex $2]
            if /^(\w+) (\w+) [TtWw] (?:void )?(\w+)(?:<\d+>)?\(/;
    }
}

# The operations of the kernel's block that has all these kinds, moves and jumps aside.
sub block_with {
    my ($kernel, @kinds) = @_;
    my ($first, $after) = @{$function{$kernel}};
    for my $block (grep { $_->{pc} >= $first && $_->{pc} < $after } @blocks) {
        my %count;
        $count{$_->{kind}}++ for @{$block->{operations}};
        return @{$block->{operations}} unless grep { !$count{$_} } @kinds;
    }
    return ();
}

# Of these operations those that wait for the result of one: behind it, and once around a loop.
sub waiting {
    my ($one, @operations) = @_;
    my ($at) = grep { $operations[$_] == $one } 0 .. $#operations;
    my (%has, @found);
    $has{$one->{to}} = 1;
    for my $operation (@operations[$at + 1 .. $#operations], @operations[0 .. $at]) {
        my $waits = grep { $has{$_} } @{$operation->{from}};
        push @found, $operation if $waits;
        $has{$operation->{to}} = $waits ? 1 : 0;
    }
    return @found;
}
sub waits {
    my ($later, $one, @operations) = @_;
    return scalar grep { $_ == $later } waiting($one, @operations);
}
sub of_kind {
    my ($kind, @operations) = @_;
    return grep { $_->{kind} eq $kind } @operations;
}
sub kinds {
    return join ' ', grep { !/^(?:move|jump)$/ } map { $_->{kind} } @_;
}
sub class_of {
    my ($operation) = @_;
    my ($site) = grep { $_->{pc} eq $operation->{place} } @sites;
    return $site ? $site->{class} : 'none';
}

# ---- Kernels that are known -----------------------------------------------------------------
for my $compiler (drawn(@compilers)) {
    read_report(report_of($compiler, 'tests/operations/kernels.cu', "kernels_$compiler", ''));
    read_functions("$folder/kernels_$compiler");
    check_sites("kernels, $compiler", 30);

    my @copy = block_with('copy', qw(load store));
    my ($load) = of_kind('load', @copy);
    my ($store) = of_kind('store', @copy);
    like(kinds(@copy), qr/^integer (?:integer )*load (?:integer )*store$/, "copy, $compiler: kinds");
    ok(waits($store, $load, @copy), "copy, $compiler: the store waits for the load");
    ok(waits($load, $copy[0], @copy) || waits($load, (of_kind('integer', @copy))[0], @copy),
       "copy, $compiler: the load waits for its index");

    my @half = block_with('half_sum', qw(load store));
    like(kinds(@half), qr/^(?:integer )*load (?:integer )*load float to_float (?:integer )*store$/,
         "half_sum, $compiler: a sum and a conversion, one instruction each");
    my ($half_sum) = of_kind('float', @half);
    my ($converted) = of_kind('to_float', @half);
    ok(waits($converted, $half_sum, @half), "half_sum, $compiler: the conversion waits for the sum");
    ok(waits($half_sum, $_, @half), "half_sum, $compiler: the sum waits for a load")
        for of_kind('load', @half);

    my @carried = block_with('carried', qw(load store));
    like(kinds(@carried), qr/load (?:integer )*load integer integer (?:integer )*store$/,
         "carried, $compiler: two sums, one instruction each");

    my @add = block_with('add_to', qw(load store));
    my ($first, $second) = of_kind('load', @add);
    ($store) = of_kind('store', @add);
    is(scalar of_kind('load', @add) . of_kind('store', @add), '21', "add_to, $compiler: accesses");
    my ($sum, @more) = grep { waits($_, $first, @add) && waits($_, $second, @add) }
        of_kind('integer', @add);
    ok($sum && !@more && waits($store, $sum, @add), "add_to, $compiler: one sum of both, stored");
    ok(!waits($second, $first, @add), "add_to, $compiler: the loads do not wait for each other");
    is(join(' ', map { class_of($_) } $first, $second, $store), '0 0 0',
       "add_to, $compiler: their places are the events'");

    my @loop = block_with('chase', 'load');
    ($load) = of_kind('load', @loop);
    ok(waits($load, $load, @loop), "chase, $compiler: the load waits for the one before");
    my @walk = block_with('sum_through', qw(load load));
    ($first, $second) = of_kind('load', @walk);
    ok(waits($second, $first, @walk), "sum_through, $compiler: data wait for the index");
    ok(!waits($first, $second, @walk) && !waits($first, $first, @walk),
       "sum_through, $compiler: the next index waits for nothing loaded");

    @loop = block_with('multiply', 'float');
    my ($product, @others) = of_kind('float', @loop);
    ok($product && !@others && waits($product, $product, @loop), "multiply, $compiler: a chain");
    @loop = block_with('multiply_add', 'double');
    ($product, $sum, @others) = of_kind('double', @loop);
    ok($sum && !@others && waits($product, $sum, @loop), "multiply_add, $compiler: a chain");
    is($product->{doubles} . ($sum->{doubles} // ''), '01', "multiply_add, $compiler: fused");
    my ($branch) = of_kind('branch', @loop);
    ok($branch && !waits($branch, $product, @loop) && @{$branch->{from}},
       "multiply_add, $compiler: the loop waits for its counter alone");

    my @odd_ones = block_with('odd_ones', qw(load branch));
    ok(waits((of_kind('branch', @odd_ones))[0], (of_kind('load', @odd_ones))[0], @odd_ones),
       "odd_ones, $compiler: the branch waits for the load, whose lowest byte it asks for");
    for (['divide', 'divide'], ['divide_floats', 'float_divide'], ['sine', 'function'],
         ['power_of_e', 'function'], ['logarithm', 'function'], ['sine_of_double', 'function']) {
        my ($kernel, $kind) = @$_;
        my @all = block_with($kernel, $kind);
        my ($result) = of_kind($kind, @all);
        ok($result && waits($result, (of_kind('load', @all))[0], @all) &&
           waits((of_kind('store', @all))[0], $result, @all), "$kernel, $compiler: $kind");
    }

    my @four = block_with('copy_four', qw(load store));
    is(scalar of_kind('load', @four) . of_kind('store', @four), '11',
       "copy_four, $compiler: one load, one store");
    ok(waits((of_kind('store', @four))[0], (of_kind('load', @four))[0], @four),
       "copy_four, $compiler: the store waits for the load");
    my @least = block_with('smallest', qw(load store));
    ($load) = of_kind('load', @least);
    is(scalar(grep { waits($_, $load, @least) } of_kind('integer', @least)), 1,
       "smallest, $compiler: min is one operation");

    my @exchange = block_with('exchange', qw(call store));
    my ($call) = of_kind('call', @exchange);
    is(class_of($call), '90', "exchange, $compiler: a call with the exchange's place");
    ok(waits($call, (of_kind('load', @exchange))[0], @exchange) &&
       waits((of_kind('store', @exchange))[0], $call, @exchange),
       "exchange, $compiler: waits for the value, and is waited for");
    my %called = map { class_of($_) => 1 } map { of_kind('call', @{$_->{operations}}) } @blocks;
    ok($called{40} && $called{70}, "reduce, $compiler: barriers and atomics have places");
}

# ---- Whole programs --------------------------------------------------------------------------
# The examples; and sources of others (PROGRAMS), compiled with what they need (LINKED_WITH).
for (drawn(map { my $name = $_; map { [$name, $_] } @compilers } examples())) {
    my ($name, $compiler) = @$_;
    read_report(report_of($compiler, "examples/$name.cu", "${name}_$compiler", '-n 65536'));
    check_sites("$name, $compiler", 6);
}
my $number = 0;
for (drawn(map { my $source = $_; map { [$source, $_] } @compilers } split ' ', $ENV{PROGRAMS} // '')) {
    my ($source, $compiler) = @$_;
    my $name = (split '/', $source)[-2];
    read_report(report_of($compiler, $source, 'program' . $number++ . "_$compiler", '-n 65536'));
    check_sites("$name, $compiler", 6);
}

# ---- The code stays as it is, and the table can be searched ---------------------------------
# With -g: else code of simcc's stands in place of hooks.
my ($verbose) = (run("cd $folder && CXX=g++ $here/build/simcc -g --device-only -keep -v -c -o by_simcc.o " .
                     "$here/tests/operations/kernels.cu"))[2] =~ /^(.* -S .*)$/m;
($status) = run("cd $folder && " . ($verbose // '') =~ s/(?: -fdump\S+)+ -S (\S+) -o \S+/ -c $1 -o direct.o/r);
is($status, 0, 'the same command compiles without a table');
for ('by_simcc', 'direct') {
    run("objcopy -O binary --only-section=.text $folder/$_.o $folder/$_.code");
}
cmp_ok(-s "$folder/direct.code", '>', 1000, 'there is code');
is((run("cmp $folder/direct.code $folder/by_simcc.code"))[0], 0, 'the code is the same');

my @names = read_file('simcc/mnemonics.c') =~ /^    \{"(\w+)", \w+, \w+, [^}]*\},/mg;
my ($last) = grep { $names[$_] eq 'set' } 0 .. $#names;
@names = @names[0 .. $last - 1];
cmp_ok(scalar @names, '>', 100, 'there are mnemonics');
is("@names", join(' ', sort @names), 'they are sorted');

done_testing;
