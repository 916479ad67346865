# What the runtime writes for a view is small enough, costs no time of the model's, holds whatever text a program has, and
# is refused in one line where it cannot be; and its page, put together.
use strict;
use warnings;
use lib 'tests/lib';
use Csv;
use Drawn;
use Examples;
use Run;
use View;
use ViewCommands;
use JSON::PP ();
use List::Util qw(sum max);
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

compiled_for_view(qw(launches divergent));

# ---- Size ------------------------------------------------------------------------------------------
for (drawn(['neighbored -n 8192', 1], ['neighbored -n 16777216', 3], ['interleaved -n 1000003 -b 1024', 3],
     ['eight_loads -n 16777216 -b 1024', 3], ['vectorized -n 16777213 -b 1024', 3],
     ['vectorized -n 16777216 -b 64', 3], ['last_block -n 1024', 3], ['last_block -n 16777216 -b 1024', 3],
     ['last_block -n 12345677', 3])) {
    my ($command, $most) = @$_;
    my ($name, $arguments) = split ' ', $command, 2;
    my $program = example($name);
    my $file = "$folder/view.html";
    (my $user, my $system, $status, $out, $errors) = run_timed("SIM_VIEW=$file $program $arguments");
    is("$status$errors", '0', $command);
    # by the processors' time: how long it takes beside other tests says nothing
    cmp_ok(($user + $system) / 2, '<', 10, 'the page is there in ten seconds on two cores');
    cmp_ok(-s $file, '<', $most * 1e6, "the page is under $most MB");
    my $view = view_of($file);
    is_sound($view, 'it is sound', 1);
}
{
    my ($view) = view(example('vectorized') . ' -n 4194304 -b 1024',
                      'SIM_VIEW_BLOCKS=0-63 SIM_DEVICE=h100,multiprocessors=16');
    is_sound($view, 'more than there is room for', 1);
    my $launch = $view->{runs}[0]{shown}[0];
    cmp_ok($launch->{left_out}{steps} + $launch->{left_out}{values}, '>', 0, 'it says what it leaves out');
    is($launch->{left_out}{steps}, sum(map { $_->{steps_left_out} } @{$launch->{blocks}}),
       'of which block');
    cmp_ok(-s "$folder/view.json", '<', 1.5e6, 'and is small enough for two in a page');
}

for ('', 'SIM_VIEW_BLOCKS=0-7') {
    my ($view, $status, $errors) = view("$folder/divergent", $_);
    is("$status$errors", '0', "divergent $_");
    is_sound($view, 'as much text for each step as can be', 1);
    cmp_ok(-s "$folder/view.json", '<', 1.3e6, 'is small enough for two in a page');
    cmp_ok($view->{runs}[0]{shown}[0]{left_out}{steps}, '>', 0, 'as some is left out');
}
{
    # many files, long ones, long lines
    open my $file, '>', "$folder/long.cu" or die;
    print $file "#include <cuda_runtime.h>\n__global__ void k(int *p)\n{\n    p[0] = 1;\n",
                "    // \xE4\xB8\xAD", 'x' x 3000, "\n", map({ "    // line $_ of many\n" } 1 .. 30000),
                "    p[1] = 2;\n}\nint main()\n{\n    int *p;\n    cudaMalloc(&p, 8);\n",
                "    k<<<1, 1>>>(p);\n    return 0;\n}\n";
    close $file;
    run("build/simcc -o $folder/long $folder/long.cu");
    my ($view, $status, $errors) = view("$folder/long");
    is("$status$errors", '0', 'a long source');
    is_sound($view, 'it is sound', 1);
    my $run = $view->{runs}[0];
    cmp_ok(-s "$folder/view.json", '<', 6e5, 'is cut');
    my ($long) = grep { $_->{name} =~ /long\.cu$/ } @{$run->{files}};
    cmp_ok(scalar @{$long->{lines}}, '>', 1000, 'as far as needed');
    # with some compilers there is a header, too, at which something stands
    my ($lines, $all) = (0, 0);
    for my $file (@{$run->{files}}) {
        $lines += @{$file->{lines}};
        $all += read_file($file->{name}) =~ tr/\n//;
    }
    is($run->{left_out}{lines} + $lines, $all, 'and it says so');
}

# ---- Times -----------------------------------------------------------------------------------------
my $eight_loads = example('eight_loads');
{
    my %settings = ('' => 1, SIM_VIEW => 1, SIM_TRACE => 1);
    my %csv;
    for (sort keys %settings) {
        run(($_ ? "$_=$folder/view.html " : '') .
            "SIM_CSV=$folder/kernels.csv $eight_loads -n 300000");
        $csv{read_file("$folder/kernels.csv")} = 1;
    }
    is(scalar keys %csv, 1, 'counters and modelled times are the same with and without a view');
    my ($view) = view("$eight_loads -n 300000", "SIM_CSV=$folder/kernels.csv");
    my ($row) = rows("$folder/kernels.csv");
    my $time = $view->{runs}[0]{shown}[0]{time};
    cmp_ok(abs($time->{kernel_ns} / 1000 - $row->{modelled_us}), '<',
           0.01, 'the modelled time is that of SIM_CSV');
    my $lines = $view->{runs}[0]{shown}[0]{lines};
    cmp_ok(abs(sum(@{$lines->{time}}) - 1), '<', 1e-6, "the lines' shares of the time are all of it");
    my $bytes = sum(@{$time->{bins}{bytes}}) * $time->{bins}{width} / $time->{cycles};
    my $multiprocessors = $time->{bytes_under_way} / $bytes;
    cmp_ok($multiprocessors, '>', 30, 'bytes under way: on one of many multiprocessors');
    cmp_ok($multiprocessors, '<', 140, 'but not more than there are');
}
{
    my %bytes;
    for my $program (qw(two_loads eight_loads)) {
        my ($view) = view(example($program) . ' -n 4194304');
        $bytes{$program} = $view->{runs}[0]{shown}[0]{time}{bytes_under_way};
    }
    cmp_ok($bytes{eight_loads}, '>', 1.5 * $bytes{two_loads}, 'with eight loads more bytes are under way than with two');
    my %wavefronts;
    for my $program (qw(neighbored interleaved)) {
        my ($view) = view(example($program) . ' -n 8192');
        my $requests = $view->{runs}[0]{shown}[0]{blocks}[0]{warps}[0]{requests};
        $wavefronts{$program} = max(@{$requests->{cost}}[1 .. $#{$requests->{cost}}]);
    }
    is($wavefronts{interleaved}, 1, 'interleaved.cu has no request of more than one wavefront');
    cmp_ok($wavefronts{neighbored}, '>', 1, 'neighbored.cu has');
}
{
    my ($view, $status, $errors) = view(example('interleaved') . ' -n 5000', 'SIM_CLOCK=0');
    is("$status$errors", '0', 'without the clock');
    is_sound($view, 'it is sound', 1);
    ok(!$view->{runs}[0]{clock} && !defined $view->{runs}[0]{shown}[0]{time}, 'there are no times');
}

# ---- Text that could break a page -----------------------------------------------------------------
{
    open my $file, '>:raw', "$folder/odd.cu" or die;
    print $file "#include <cuda_runtime.h>\n// </script><script>alert(1)</script> <!-- \"\\ \xFF\xFE " .
                "\xC3\xA9 \xED\xA0\x80 \xE4\xB8\xAD\ttab\r\n",
                "__global__ void k(int *p)\n{\n    p[0] = 1; // </script> \xF0\x9F\x98\x80 \xC0\xAF\n}\n",
                "int main()\n{\n    int *p;\n    cudaMalloc(&p, 4);\n    k<<<1, 1>>>(p);\n    return 0;\n}\n";
    close $file;
    run("build/simcc -o $folder/odd $folder/odd.cu");
    ($status, $out, $errors) =
        run("SIM_VIEW=$folder/view.html $folder/odd '</script>' \"\$(printf 'a\\377b')\"");
    is("$status$errors", '0', 'a source with odd text');
    my $view = view_of("$folder/view.html");
    is_sound($view, 'its page is sound', 1);
    my $run = $view->{runs}[0];
    is($run->{files}[0]{lines}[1], "// </script><script>alert(1)</script> <!-- \"\\ \x{FFFD}\x{FFFD} " .
       "\x{E9} \x{FFFD}\x{FFFD}\x{FFFD} \x{4E2D}\ttab", 'the text is whole');
    is($run->{files}[0]{lines}[4], "    p[0] = 1; // </script> \x{1F600} \x{FFFD}\x{FFFD}", 'all of it');
    is(join('|', @{$run->{arguments}}), "</script>|a\x{FFFD}b", 'so are arguments');
}

# ---- What cannot be ---------------------------------------------------------------------------------
my $interleaved = example('interleaved');
for (["SIM_VIEW=$folder/nowhere/x.html", 3, "simulator: cannot write $folder/nowhere/x.html\n"],
     ["SIM_VIEW=$folder", 3, "simulator: cannot write $folder\n"],
     ['SIM_VIEW=/dev/full', 3, "simulator: cannot write /dev/full\n"],
     ["SIM_TRACE=$folder/nowhere/x.json", 3, "simulator: cannot write $folder/nowhere/x.json\n"],
     ["SIM_VIEW=$folder/x.html SIM_COUNTERS=0", 2,
      "simulator: SIM_VIEW shows counters: SIM_COUNTERS=0 cannot go with it\n"]) {
    my ($settings, $expected, $message) = @$_;
    ($status, $out, $errors) = run("$settings $folder/launches 1");
    is("$status $errors", "$expected $message", $settings =~ s/\Q$folder\E/FOLDER/gr);
}
{
    ($status, $out, $errors) = run("SIM_VIEW=$folder/kept.html $interleaved -n 0");
    is($status, 2, 'bad usage');
    run("build/simcc --plain -o $folder/plain tests/view/launches.cu");
    my ($view, $status, $errors) = view("$folder/plain 3");
    is("$status$errors", '0', 'a program without hooks');
    is_sound($view, 'it is sound');
    is("$view->{runs}[0]{launches_total} " . @{$view->{runs}[0]{shown}}, '3 0',
       'its launches are counted, none is shown');
}

# ---- A page, put together --------------------------------------------------------------------------
my $assemble = 'build/assemble';
my $neighbored = example('neighbored');
{
    run("SIM_VIEW=$folder/one.json $neighbored -n 5000");
    run("SIM_VIEW=$folder/two.json $interleaved -n 5000");
    my $page = 'view/page/page.html';
    ($status, $out, $errors) = run("$assemble $page $folder/one.json $folder/two.json >$folder/both.html");
    is("$status$errors", '0', 'two runs in a page');
    my $view = view_of("$folder/both.html");
    is(join(' ', map { $_->{program} } @{$view->{runs}}), 'neighbored interleaved',
       'both are there');
    is_sound($view, 'they are sound', 1);
    my $text = read_file("$folder/both.html");
    unlike($text, qr/<script src=|<link rel="stylesheet"|https?:\/\/(?!www\.w3\.org\/)/,
           'the page needs no other file');
    ($status, $out, $errors) = run("SIM_VIEW=$folder/own.html $interleaved -n 5000");
    run("$assemble $page $folder/two.json >$folder/other.html");
    is(read_file("$folder/own.html"), read_file("$folder/other.html"),
       'a program writes the page that is assembled of its data');
    my %pages = (
        'no place' => "<p>\n", 'two places' => qq{<script type="application/json" id="data"></script>\n} x 2,
        'a style that is not there' => qq{<link rel="stylesheet" href="gone.css">\n},
        'a script that ends itself' => qq{<script src="bad.js"></script>\n});
    my %message = (
        'no place' => qr/^assemble: \S+ has 0 places for the data, not one$/,
        'two places' => qr/^assemble: \S+ has 2 places for the data, not one$/,
        'a style that is not there' => qr/^assemble: cannot read \S+gone\.css$/,
        'a script that ends itself' => qr/^assemble: \S+bad\.js has a <\/script, .*cannot stand in a page$/);
    my %status = ('a style that is not there' => 3);
    open my $bad, '>', "$folder/bad.js" or die;
    print $bad "text = '</SCRIPT>'\n";
    close $bad;
    for (sort keys %pages) {
        open my $file, '>', "$folder/page.html" or die;
        print $file $pages{$_};
        close $file;
        ($status, $out, $errors) = run("$assemble $folder/page.html");
        is($status, $status{$_} // 2, "a page with $_");
        like($errors, $message{$_}, 'is refused in one line');
    }
    for ("$folder/bad.js", "$folder/gone.json") {
        ($status, $out, $errors) = run("$assemble $page $_");
        is($status, /gone/ ? 3 : 2, s{.*/}{}r . ' is no data');
        is(scalar(split /\n/, $errors), 1, 'one line says so');
    }
}

done_testing;
