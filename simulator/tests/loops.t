# Loops that nvcc can count, and unrolls, and those that it cannot, by the types in their headers.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s simulator') == 0 or die "the simulator does not build\n";
my $scratch = scratch();

# What simcc says of a loop stands in the translated source, by its line: whole_loops.h has the numbers.
my %saying = (4 => 'counts', 8 => 'cannot', 16 => 'nothing, wide', 24 => 'cannot, wide');
my $kernels = read_file('tests/loops/counting.cu');
my ($status, undef, $errors) = run("build/simcc --keep --keep-dir $scratch -c -o $scratch/counting.o tests/loops/counting.cu");
is("$status$errors", '0', 'counting.cu compiles');
my %said = map { split } read_file("$scratch/counting.simcc.ii") =~ /sim_whole_loop (\d+ \d+) /g;

my (%loop, $line);
for (split /\n/, $kernels) {
    $line++;
    $loop{$1} = $saying{$said{$line} // 0} // 'nothing' if /^K\((\w+)\)/;
}
my %nvcc = map { split /,/ } grep { !/^kernel/ } split /\n/, read_file('tests/loops/nvcc13.csv');
cmp_ok(scalar keys %nvcc, '>=', 50, 'kernels that nvcc compiled');
is(join(' ', sort keys %loop), join(' ', sort keys %nvcc), 'the same as here');

# Of a loop that steps by one there is nothing to say, nor where the program fixes its number of rounds: all types count.
my ($sim, $wanted) = ('', '');
for my $kernel (sort keys %nvcc) {
    my $is_plain = $kernel =~ /^(?:one|fixed(?:Unsigned|Named)$|severalBy$)/;
    my $said = $loop{$kernel} =~ s/, wide//r;
    $sim .= "$kernel $said\n";
    $wanted .= "$kernel " . ($is_plain ? 'nothing' : $nvcc{$kernel} > 1 ? 'counts' : 'cannot') . "\n";
}
is($sim, $wanted, 'simcc says of each what nvcc does');
is(join(' ', sort grep { $loop{$_} =~ /wide/ } keys %loop), 'longBySize oneLong oneSize parameterSize threadsSize twoSize',
   'counters of 64 bits that are not unrolled, or step by one');
done_testing();
