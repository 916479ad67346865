# SIMCC_CACHE: an object is taken from there if all that it is made of is the same, and only then; it is the
# same object; and what cannot be kept does no harm.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{CXX};
-x 'build/simcc' or system('make -s') == 0 or die "the simulator does not build\n";
my $simcc = abs_path('.') . '/build/simcc';
my $folder = scratch();
my $cache = "$folder/in/cache";
$ENV{SIMCC_CACHE} = $cache;
mkdir "$folder/in";
mkdir "$folder/elsewhere";

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!";
    print $file $text;
    close $file or die;
}

# A compiler that counts how often it compiles: a line for each translated text.
write_file('compiler', "#!/bin/sh\ncase \"\$*\" in *c++-cpp-output*) echo once >>$folder/compiled ;; esac\nexec g++ \"\$@\"\n");
chmod 0755, "$folder/compiler";

# Compiles in the folder: exit status with the messages, how often the compiler compiled, and the object.
sub compile {
    my ($arguments, $where) = @_;
    unlink "$folder/compiled", "$folder/made.o";
    my ($status, $out, $errors) =
        run('cd ' . ($where // $folder) . " && $simcc -ccbin $folder/compiler -c -o $folder/made.o $arguments");
    my $compiled = () = read_file("$folder/compiled") =~ /\n/g;
    return ("$status$out$errors", $compiled, read_file("$folder/made.o"));
}

my $kernel = "#include \"of.h\"\n__global__ void k(int *a) { a[threadIdx.x] = OF; }\n"
           . "int main() { int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); return cudaDeviceSynchronize(); }\n";
write_file('of.h', "#define OF 1\n");
write_file('k.cu', $kernel);
my ($said, $compiled, $first) = compile('k.cu');
is("$said $compiled", '0 1', 'nothing is there: compiled');
($said, $compiled, my $second) = compile('k.cu');
is("$said $compiled", '0 0', 'the same once more: taken');
ok(length $first > 1000 && $first eq $second, 'and it is the same object');
ok(!(grep { !/\.(?:o|said)$/ } glob "$cache/*"), 'no other files are left there');
($said, $compiled, my $alone) = do { local $ENV{SIMCC_CACHE} = ''; compile('k.cu') };
is("$said $compiled", '0 1', 'without a folder: compiled');
ok($alone eq $first, 'to the same object');

# Each of these is another object.
for (['another macro', '-DSEEN=threadIdx.y -D"OF_=SEEN" k.cu', 0], ['--plain', '--plain k.cu', 1],
     ['--plain, other optimisation', '--plain -O0 k.cu', 1], ['without optimisation', '-G k.cu', 1],
     ['a debugger', '-g k.cu', 1], ['another standard', '-std=c++20 k.cu', 1],
     ['a shared library', '-Xcompiler -fPIC k.cu', 1], ['by its whole path', "-I. $folder/k.cu", 1],
     ['the same', "-I. $folder/k.cu", 0], ['the same in another folder', "-I. $folder/k.cu", 1, "$folder/elsewhere"]) {
    my ($what, $arguments, $wanted, $where) = @$_;
    ($said, $compiled) = compile($arguments, $where);
    is("$said $compiled", "0 $wanted", "$what: " . ($wanted ? 'compiled' : 'of no effect, taken'));
}
write_file('of.h', "#define OF 2\n");
($said, $compiled, $second) = compile('k.cu');
is("$said $compiled", '0 1', 'another header: compiled');
ok($first ne $second, 'to another object');
write_file('of.h', "#define OF 1\n");
($said, $compiled, $second) = compile('k.cu');
is("$said $compiled", '0 0', 'the header of before: taken');
ok($first eq $second, 'the object of before');
($said, $compiled) = compile('-MD -MF made.d k.cu');
like(read_file("$folder/made.d"), qr/k\.cu.*of\.h/s, 'dependencies are written nevertheless');
is("$said $compiled", '0 0', 'of an object that is taken');
utime time - 5, time - 5, "$folder/compiler";
($said, $compiled) = compile('k.cu');
is("$said $compiled", '0 1', 'another compiler: compiled');

# Messages come again, and so do mistakes.
write_file('w.cu', $kernel =~ s/= OF/= OF; int unused = 3/r);
for my $time ('first', 'second') {
    ($said, $compiled) = compile('-Wall w.cu');
    like($said, qr/^0.*^w\.cu:2: warning: unused variable/ms, "a warning, the $time time");
    is($compiled, 1, 'compiled');
}
write_file('bad.cu', $kernel =~ s/= OF/= none/r);
for my $time ('first', 'second') {
    ($said, $compiled) = compile('bad.cu');
    like($said, qr/^1.*^bad\.cu:2: error: .*none/ms, "a mistake, the $time time");
}
is((compile('-Wall k.cu'))[1], 1, 'no warning, with -Wall: compiled');
is((compile('-Wall k.cu'))[1], 0, 'and taken');
for my $flag ('-Wp,-MMD,listing', '-Xcompiler -fstack-usage', '-v', '-keep') {
    is((compile("$flag k.cu"))[1], 1, "$flag asks for more than an object: compiled") for 1 .. 2;
}

# What is not in the text, or not in a file.
write_file('taken_in', 'one');
write_file('in.cu', $kernel . "__asm__(\".section .rodata\\n.incbin \\\"taken_in\\\"\\n.text\");\n");
for my $text ('one', 'two') {
    write_file('taken_in', $text);
    ($said, $compiled, $second) = compile('in.cu');
    like("$said $compiled " . ($second =~ /$text/ ? 'is' : 'is not') . ' there', qr/^0 1 is there$/,
         "a file that the assembler takes in: compiled, with $text");
}
write_file('null.cu', $kernel =~ s/= OF/= 7/r);
is((run("cd $folder && $simcc -ccbin $folder/compiler -c -o /dev/null null.cu"))[0], 0, 'an object that nobody wants');
($said, $compiled, $second) = compile('null.cu');
is("$said $compiled", '0 1', 'is not kept');
cmp_ok(length $second, '>', 1000, 'and the next one is whole');

# What a compiler says of itself: it is asked once, and again when it is another file, or a folder that is another's.
{
    my $asked = sub {
        my ($more) = @_;
        unlink "$folder/asked";
        my ($status, $out, $errors) = run("cd $folder && $simcc -ccbin $folder/asking k.cu -o asking_program $more");
        return "$status$out$errors " . (() = read_file("$folder/asked") =~ /^-(?:-version|print-file-name)/mg);
    };
    write_file('asking', "#!/bin/sh\necho \"\$*\" >>$folder/asked\nexec g++ \"\$@\"\n");
    chmod 0755, "$folder/asking";
    is($asked->(''), '0 2', 'a new compiler is asked for its version and its library');
    is($asked->(''), '0 0', 'and not again');
    is($asked->('-DOTHER'), '0 0', 'not for another program either');
    is(do { local $ENV{SIMCC_CACHE} = ''; $asked->('') }, '0 2', 'without a folder: asked');
    utime time - 5, time - 5, "$folder/asking";
    is($asked->(''), '0 2', 'another file of that name: asked');
    run("sed -i 's,^/.*,/gone/libstdc++.a,' $cache/*.said");
    is($asked->(''), '0 1', 'a library that has gone since: asked for it again');
    write_file('asking', "#!/bin/sh\necho \"\$*\" >>$folder/asked\ncase \"\$*\" in --version) exit 1 ;; esac\nexec g++ \"\$@\"\n");
    is($asked->(''), "0 $_", 'an answer that failed is not kept') for 2, 1;
}

# Where nothing can be kept.
for my $place ('/dev/null/cache', '/nowhere/at/all', '/proc') {
    local $ENV{SIMCC_CACHE} = $place;
    ($said, $compiled, $second) = compile('k.cu');
    is("$said $compiled", '0 1', "$place: compiled, and nothing is said");
}
my ($kept) = glob "$cache/*.o";
my ($status, $out, $errors) = run("cd $folder && chmod 0 in/cache/*.o && $simcc -c -o x.o k.cu; chmod 644 in/cache/*.o");
is("$status$out$errors", 0, 'objects that cannot be read do no harm');

done_testing();
