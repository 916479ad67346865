package Built;
# The programs that several tests want, and what the tests know of the runtime.
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use Run;

our @EXPORT = qw(broken_programs compile_with_runtime);

# Compiles kernels of tests/broken: a name, or NAME.sound for the sound twin. Several tests want them:
# what is there and newer than all that it is made of is not compiled again. Returns
# {name => [program, what the compiler said, with its exit status in front]}.
sub broken_programs {
    my @names = @_;
    my $built = 'build/tests/broken';
    make_path($built);
    my @parts = ('build/simcc', 'build/libsimulator.a', glob('tests/broken/*.h'),
                 glob('include/* include/*/* libraries/* libraries/*/* libraries/*/*/* libraries/*/*/*/*'));
    my ($newest) = sort { $b <=> $a } map { (stat)[9] } @parts;
    my (%made, @commands, %name_of);
    for my $name (@names) {
        my ($kernel, $sound) = $name =~ /^(\w+)(\.sound)?$/;
        my ($source, $program) = ("tests/broken/$kernel.cu", "$built/$name");
        my $age = (stat $program)[9] // 0;
        $made{$name} = [$program, '0'];
        next if $age > $newest && $age > (stat $source)[9];
        # another test may want it now: it is there at once, or not at all
        push @commands, 'build/simcc ' . ($sound ? '-DSOUND ' : '') .
                        "$source -o $program.$$ && mv $program.$$ $program";
        $name_of{$commands[-1]} = $name;
    }
    for (run_many(@commands)) {
        my ($command, $status, $out, $errors) = @$_;
        $made{$name_of{$command}}[1] = "$status$out$errors";
    }
    return \%made;
}

# Compiles a program that uses names of the runtime which programs do not see: status and messages.
sub compile_with_runtime {
    my ($source, $program) = @_;
    my $library = 'build/libruntime.a';
    system("make -s simulator $library") == 0
        or die "the simulator does not build\n";
    my ($status, undef, $messages) =
        run("build/simcc -c -o $program.o $source && g++ -no-pie -o $program $program.o " .
            "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free " .
            "-Wl,--whole-archive $library -Wl,--no-whole-archive -lpthread");
    return "$status$messages";
}

1;
