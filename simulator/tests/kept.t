# Sums of floating point stay in registers around hooks, and nobody can tell: values, counters, modelled times and
# findings are those of the same program that calls each hook, as with -g.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my @kernels = read_file('tests/kept/kept.cu') =~ /^__global__ void (\w+)/mg;
cmp_ok(scalar @kernels, '>', 9, 'there are kernels');
my %flags = (kept => '', called => '-g');
mkdir "$folder/$_" for keys %flags;

sub seen {
    my ($program, $kernel, $trips) = @_;
    my ($status, $out, $errors) = run("SIM_CSV=$folder/csv SIM_CLOCK=0 $program $kernel $trips");
    my $seen = join "\n", $status, $out, $errors, read_file("$folder/csv");
    $seen =~ s!$folder/\w+/!!g;
    return $seen;
}

# The instructions of a kernel that mention a register which calls may change, and nothing else has here.
sub kept_in {
    my ($program, $kernel) = @_;
    my (undef, $code) = run("objdump -d --no-show-raw-insn $program");
    my ($function) = $code =~ /<_Z\d+${kernel}6arraysi>:\n(.*?)\n\n/s;
    return [($function // '') =~ /(\w+\s+\S*%xmm(?:8|9|1\d)\b.*)/g];
}

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    for my $way (sort keys %flags) {
        my ($status, $out, $errors) = run("build/simcc -ccbin $compiler $flags{$way} tests/kept/kept.cu -o $folder/$way/program");
        is("$status$out$errors", 0, "$compiler: compiled, $way");
    }
    for my $kernel (qw(dot dot_wide tiles)) {
        my $kept = kept_in("$folder/kept/program", $kernel);
        ok((grep { /^(add|mov)[sa]\w+\s+%xmm\d+,\s*%xmm\d+/ } @$kept), "$compiler: $kernel: its sum is in a register");
        my $called = kept_in("$folder/called/program", $kernel);
        is(scalar @$called, 0, 'and where hooks are called it is not');
    }
    for my $kernel (@kernels) {
        for my $trips (3, $kernel =~ /race/ ? 20 : 2000) { # the exact look takes long
            my ($kept, $called) = map { seen("$folder/$_/program", $kernel, $trips) } qw(kept called);
            ok($kept eq $called, "$compiler: $kernel $trips") or diag("kept:\n$kept\ncalled:\n$called");
            like($kept, qr/^(?!0\n)\d+\n/, 'and what is wrong is found') if $kernel =~ /^wrong_/;
        }
    }
}

done_testing;
