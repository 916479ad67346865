# Findings in Chinese, where the user's language is: at the same places, with the same numbers and names as in English, by the table
# that the view's page has.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Built;
use Encode qw(decode);
use Run;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output,
                        Test::More->builder->todo_output;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL LC_ALL LC_MESSAGES LANG LANGUAGE), grep { /^SIM_/ } keys %ENV};
system('make -s simulator') == 0 or die "the simulator does not build\n";

sub said {
    my ($program, $settings) = @_;
    my ($status, undef, $errors) = run("env SIM_THREADS=1 $settings $program");
    return ($status, [split /\n/, decode('UTF-8', $errors)]);
}

sub numbers { return join ' ', sort $_[0] =~ /0x[0-9a-f]+|\d+/g }
sub names { return join ' ', sort grep { length > 1 } $_[0] =~ /\b(?:__\w+\(?\)?|cuda\w+|\w+\.(?:cu|h):\d+|atomic\w+)/g }

# What is wrong in a finding's line in Chinese beside the English one.
sub wrong {
    my ($english, $chinese) = @_;
    return '' if $english eq $chinese && $english !~ /^  [a-zA-Z(].* .* .* /;        # lines of source and of others
    return '' if $english eq $chinese && $english =~ /^(?:  )?\S+:\d+: /;
    return 'not Chinese' if $chinese !~ /\p{Han}/;
    return 'a name is left' if $chinese =~ /[{}]/;
    return 'words are left' if $chinese =~ /^  / && $chinese =~ /\b(?:a|and|at|by|from|in|is|of|the|was) \S|\d \w+s\b/;
    return 'no space' if $chinese =~ /[\x{4e00}-\x{9fff}]\d|\d[\x{4e00}-\x{9fff}]/;
    return 'another place' if $english =~ /^simulator: [a-z]/ && index($chinese, "$english（");
    return 'other numbers' if numbers($english) ne numbers($chinese);
    return names($english) eq names($chinese) ? '' : 'other names';
}
is(wrong('  x: 3 threads of cudaFree wait', '  cudaFree 的 3 个线程等待'), '', 'the same');
is(wrong('  x: 3 threads', '  4 个线程'), 'other numbers', 'other numbers');
is(wrong('  the launch, fill at x.cu:7', '  启动 fill at x.cu:7'), 'words are left', 'English within');
is(wrong('  thread 3 of block 0 waits', '  thread 3 of block 0 waits'), 'not Chinese', 'English');
is(wrong('simulator: race: a.cu:3', 'simulator: race: a.cu:4（数据竞争）'), 'another place', 'another place');

my @kernels = qw(missing_barrier last_block_no_fence one_past_end device_array_past early_exit read_before_write heap_use_after_free misaligned_int4
                 null_pointer same_value barrier_in_branch barrier_lines shuffle_inactive_lane shuffle_wrong_mask endless_spin host_pointer
                 unsigned_below_zero dynamic_shared_short plain_sum device_pointer_on_host tail_copied);
my $made = broken_programs(@kernels);
for my $kernel (@kernels) {
    my ($program, $compiled) = @{$made->{$kernel}};
    is($compiled, '0', "$kernel compiles");
    my ($status, $english) = said($program, 'LANG=C.UTF-8');
    my ($status_zh, $chinese) = said($program, 'LANGUAGE=zh');
    is($status_zh, $status, 'the same status');
    is(scalar @$chinese, scalar @$english, 'as many lines');
    my @wrong = map { my $what = wrong($english->[$_], $chinese->[$_]); $what ? "$what: $chinese->[$_]" : () } 0 .. $#$english;
    is(join("\n", @wrong), '', "$kernel: the same places, numbers and names");
}

# Mistakes with a library: the longest sentences.
my $mistakes = scratch() . '/mistakes';
is((run("build/simcc -g tests/cublas/mistakes.cu -o $mistakes -lcublas"))[0], 0, 'mistakes with cuBLAS compile');
for my $name ('null handle', 'too small for ld', 'lda', 'device scalar', 'unwritten', 'same C', 'vector', 'streams') {
    my (undef, $english) = said("$mistakes '$name'", 'SIM_DEVICES=2');
    my (undef, $chinese) = said("$mistakes '$name'", 'LANGUAGE=zh SIM_DEVICES=2');
    my @wrong = map { my $what = wrong($english->[$_], $chinese->[$_] // ''); $what ? "$what: $chinese->[$_]" : () } 0 .. $#$english;
    is(join("\n", @wrong), '', "cuBLAS, $name: the same places, numbers and names");
}

# Ranks and streams of several devices.
my %cases = (nccl_wrong => [qw(send_only send_counts on_host too_small one_destroyed same_rank same_device bad_operator missing)],
             no_order => [qw(two_streams copy_too_early sends_too_early)]);
for my $source (sort keys %cases) {
    my $cases = scratch() . "/$source";
    is((run("build/simcc tests/several_devices/$source.cu -o $cases -lnccl -lpthread"))[0], 0, "$source compiles");
    for my $name (@{$cases{$source}}) {
        my (undef, $english) = said("$cases $name", 'SIM_DEVICES=2 SIM_WAIT=1');
        my (undef, $chinese) = said("$cases $name", 'LANGUAGE=zh SIM_DEVICES=2 SIM_WAIT=1');
        my @wrong = map { my $what = wrong($english->[$_], $chinese->[$_] // ''); $what ? "$what: $chinese->[$_]" : () } 0 .. $#$english;
        is(join("\n", @wrong), '', "$source, $name: the same places, numbers and names");
    }
}

my $program = $made->{missing_barrier}[0];
for (['LANG=zh_CN.UTF-8', 1], ['LANGUAGE=zh_CN:en', 1], ['LANG=zh', 1], ['LANG=en_US.UTF-8', 0], ['LANGUAGE=en LANG=zh_CN.UTF-8', 0],
     ['LC_ALL=C LANGUAGE=zh', 0], ['LANG=zh_CN.GB18030', 0], ['LANG=zha_CN.UTF-8', 0], ['LANGUAGE=z', 0]) {
    my ($settings, $is_chinese) = @$_;
    is((join("\n", @{(said($program, $settings))[1]}) =~ /数据竞争/ ? 1 : 0), $is_chinese, $settings);
}

done_testing();
