# Copies of structures: how many accesses of a GPU each is, beside nvcc's verdicts (tests/copies/nvcc13.csv).
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $folder = scratch();
my @columns = qw(global_load_requests global_store_requests shared_load_requests shared_store_requests);

# Rows of a table of counters by kernel; values may be in quotes, with commas in them.
sub rows
{
    my ($path) = @_;
    my ($names, @lines) = split /\n/, read_file($path);
    my %rows;
    for (@lines) {
        my @values = map { s/^"|"$//gr } /("[^"]*"|[^,]*)(?:,|$)/g;
        my %row;
        @row{split /,/, $names} = @values;
        my ($kernel) = $row{kernel} =~ /^(\w+)/;
        $rows{$kernel} = join ' ', @row{@columns};
    }
    return %rows;
}

my %nvcc = rows('tests/copies/nvcc13.csv');
cmp_ok(scalar(keys %nvcc), '>', 150, 'kernels that nvcc compiled');
for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    my ($status, $out, $errors) = run("build/simcc -std=c++17 -ccbin $compiler tests/copies/structures.cu -o $folder/structures", 120);
    is("$status$errors", '0', "$compiler: compiles");
    ($status, $out, $errors) = run("SIM_CSV=$folder/$compiler.csv $folder/structures");
    is("$status $out$errors", "0 no error\n", "$compiler: runs, and nothing is misaligned");
    my %simulator = rows("$folder/$compiler.csv");
    my ($sim, $gpu) = ('', '');
    for my $kernel (sort keys %nvcc) {
        $sim .= "$kernel $simulator{$kernel}\n";
        $gpu .= "$kernel $nvcc{$kernel}\n";
    }
    is($sim, $gpu, "$compiler: as many accesses as nvcc has");
}
done_testing();
