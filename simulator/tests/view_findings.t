# What a view shows of findings: those that are printed, with their accesses, at the lines that are marked.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Examples;
use Run;
use ViewCommands;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- Findings: as they are printed -------------------------------------------------------------------
# What stderr says of findings: [kind, level, text].
sub printed {
    my ($errors) = @_;
    my @findings;
    while ($errors =~ /^simulator: (note: )?([a-z ]+): \S+:\d+.*\n((?:  \S.*\n)+)/mg) {
        my ($note, $kind, @lines) = ($1, $2, split /\n/, $3);
        push @findings, [$kind, $note ? 'note' : 'error',
                         $lines[-2] =~ s/^  //r =~ s/ \(\d+ (?:times|such pairs) in this launch.*//r];
    }
    return @findings;
}

sub told { return map { "$_->[0], $_->[1]: $_->[2]" } @_ }

my %accesses = (missing_barrier => 'read write', last_block_no_fence => 'write read',
                one_past_end => 'read', device_array_past => 'write', early_exit => 'read',
                read_before_write => 'read', heap_use_after_free => 'read', misaligned_int4 => 'read',
                null_pointer => 'write', same_value => 'write write', barrier_lines => '',
                barrier_in_branch => '', shuffle_inactive_lane => '', endless_spin => '',
                host_pointer => 'read', left_neighbour => 'read', unsigned_below_zero => 'read',
                device_variable_address => 'read', dynamic_shared_short => 'write',
                plain_sum => 'write read', grid_barrier_no_fence => 'write read',
                atomic_sizes => undef, no_volatile => undef, device_pointer_on_host => undef);
my $made = broken_programs(keys %accesses);
for my $name (sort keys %accesses) {
    my ($view, $status, $errors) = view($made->{$name}[0]);
    is_sound($view, "$name is sound");
    my $run = $view->{runs}[0];
    my @found = map { [@$_{qw(kind level text)}] } map { @$_ } $run->{host_findings},
                map { $_->{findings} } @{$run->{shown}};
    my @expected = printed($errors);
    cmp_ok(scalar @expected, '>', 0, "$name has findings");
    is(join("\n", sort(told(@found))), join("\n", sort(told(@expected))), 'the view has them');
    next if !defined $accesses{$name};
    my ($finding) = @{$run->{shown}[0]{findings}};
    my @accesses = @{$finding->{accesses}};
    is(join(' ', map { $_->{kind} } @accesses), $accesses{$name}, 'with their accesses');
    my @steps = grep { defined } map { $_->{step} } @accesses;
    is(scalar @steps, scalar @accesses, 'each of which is a step of a block that is shown');
    if (defined $run->{shown}[0]{error} && @steps == 1) {
        my ($block, $warp, $step) = @{$steps[0]};
        my $of_warp = $run->{shown}[0]{blocks}[$block]{warps}[$warp]{steps};
        is($step, $#$of_warp, 'what ends a launch is the last that its warp does');
    }
    my ($position) = @{$finding->{positions}};
    my ($file, $line) = @{$run->{positions}[$position]};
    my $source = $run->{files}[$file];
    like($source->{lines}[$line - $source->{first}], qr/(?:finding|also|note): $finding->{kind}/,
         'at the line that is marked');
}
{
    my ($view) = view(example('race') . ' -n 9000');
    my $launch = $view->{runs}[0]{shown}[0];
    cmp_ok(scalar @{$launch->{findings}}, '>', 5, 'a kernel with many races shows them');
    is(scalar(grep { !$_->{step} } map { @{$_->{accesses}} } @{$launch->{findings}}), 0,
       'and the steps of each');
}
{
    my ($view) = view($made->{one_past_end}[0]);
    my $launch = $view->{runs}[0]{shown}[0];
    my ($access) = @{$launch->{findings}[0]{accesses}};
    my $array = $launch->{arrays}[$access->{array}];
    is($access->{offset}, $array->{bytes}, 'an access past an array: the array and where');
    no warnings 'portable'; # addresses have 64 bits
    is(hex $access->{address}, hex($array->{address}) + $access->{offset}, 'and the address');
    like(blocks_of($view), qr/\b$access->{block}=\S*findings/, 'its block is shown');
}

done_testing;
