# The tests' own reader of JSON takes what JSON::PP takes, refuses what it refuses, and makes the same of it.
use strict;
use warnings;
use lib 'tests/lib';
use JSON::PP ();
use Json 'json_decode';
use Test::More;

my $reader = JSON::PP->new->utf8->allow_nonref;
my $writer = JSON::PP->new->canonical->allow_nonref;

sub said {
    my ($decode, $text) = @_;
    my $value = eval { [$decode->($text)] };
    return $value ? $writer->encode($value->[0]) : 'refused';
}

my @good = (
    '0', '-0.5', '1e3', '-12.25E-2', '18014398509481984', '"a"', '""', 'true', 'false', 'null', '[]', '{}', ' [ ] ', "\t{\r\n}",
    '[1]', '[1,2,3]', '[1, 2]', '[-1,0.5,2e2]', '[1,"2",3]', '[[1,2],[],[3]]', '[null,1,true]', '{"a":1,"b":[2,{"c":"d"}]}',
    '{ "a" : 1 , "b" : [ 2 , 3 ] }', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u00e9\\ud83d\\ude00"', "\"\xE4\xB8\xAD\"",
    "{\"\xE4\xB8\xAD\":\"\\u0041\"}", '{"a":1,"a":2}', '"' . 'x' x 40000 . '"', '"' . '\\\\' x 40000 . '"',
    '[' . join(',', 1 .. 10000) . ']', "{\"version\":1,\"runs\":[\n{\"a\":[0,1]}\n]}\n");
my @bad = (
    '', ' ', '[', ']', '{', '[1', '[1,', '[1,]', '[,1]', '[1,,2]', '[1 2]', '[01]', '[+1]', '[.5]', '[1.]', '[1e]', '[--1]', '[1]]', '1 2',
    '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '{1:2}', '{"a":1 "b":2}', '"a', '"\\x"', '"\\u12"', "\"a\nb\"", 'nul', 'True', "'a'", '[1;2]',
    '[1],', "[1]\0", '[-]');
is(said(\&json_decode, $_), said(sub { $reader->decode($_[0]) }, $_), 'as JSON::PP has it: ' . substr($_, 0, 40) =~ s/[^ -~]/./gr) for @good, @bad;
isnt(said(\&json_decode, $_), 'refused', 'is taken: ' . substr($_, 0, 40) =~ s/[^ -~]/./gr) for @good;
is(said(\&json_decode, $_), 'refused', 'is refused: ' . s/[^ -~]/./gr) for @bad;
ok(json_decode('"' . 'a\\n' x 70000 . '"') eq "a\n" x 70000, 'a string with more words than Perl repeats a group');

done_testing();
