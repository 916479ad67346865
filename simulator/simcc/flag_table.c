/*
 * The table of flags: see flag_table.h. One flag a line, whatever its length.
 */
#include "flag_table.h"

#include "base/nearest.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define N                FLAG_OF_NVCC
#define H                FLAG_OF_HOST
#define S                FLAG_OF_SIMCC
#define NONE             VALUE_NONE
#define ONE              VALUE_ONE
#define JOINED           VALUE_JOINED
#define DIGITS           VALUE_DIGITS
#define NO_GPU_CODE      "the simulator makes no code for a GPU: leave it out"
#define SIDES            "all code may be called from both sides"
#define LTO              "there is no link-time optimisation of kernels"
#define IN_DEVICE_CODE   "it is about a GPU's code"
#define WINDOWS          "it is for Windows"
#define NO_WARNING       "there is no such warning"
#define BY_HOST          "the host's compiler has its own"
#define ONE_ARCHITECTURE "kernels always see compute capability 9.0"
#define NOT_ROUNDED      "arithmetic is always the most exact"

/* clang-format off */
const struct flag flag_table[] = {
    /* what is made */
    {{"--preprocess", "-E"}, N, NONE, FLAG_PREPROCESS, "preprocesses only, to `-o` or to standard output"},
    {{"--generate-dependencies", "-M"}, N, NONE, FLAG_DEPENDENCIES_ALONE, "writes a rule for make, and compiles nothing"},
    {{"--generate-nonsystem-dependencies", "-MM"}, N, NONE, FLAG_DEPENDENCIES_ALONE, "the same, without the system's headers"},
    {{"--generate-dependencies-with-compile", "-MD"}, N, NONE, FLAG_DEPENDENCIES, "writes a rule for make beside the output"},
    {{"--generate-nonsystem-dependencies-with-compile", "-MMD"}, N, NONE, FLAG_DEPENDENCIES, "the same, without the system's headers"},
    {{"--dependency-output", "-MF"}, N, ONE, FLAG_DEPENDENCY_FILE, "the file for the rule"},
    {{"--dependency-target-name", "-MT"}, N, ONE, FLAG_DEPENDENCY_TARGET, "the rule's target"},
    {{"-MQ", NULL}, H, ONE, FLAG_DEPENDENCY_TARGET, "the rule's target, with make's characters quoted"},
    {{"--generate-dependency-targets", "-MP"}, N, NONE, FLAG_DEPENDENCIES, "an empty rule for each header"},
    {{"--compile", "-c"}, N, NONE, FLAG_COMPILE_ONLY, "makes object files"},
    {{"--device-c", "-dc"}, N, NONE, FLAG_COMPILE_ONLY, "the same: kernels may always call functions of other files"},
    {{"--device-w", "-dw"}, N, NONE, FLAG_COMPILE_ONLY, "the same"},
    {{"--device-link", "-dlink"}, N, NONE, FLAG_DEVICE_LINK, "makes an object without anything in it: the linker needs no more"},
    {{"--link", "-link"}, N, NONE, FLAG_HARMLESS, "it is the default"},
    {{"--lib", "-lib"}, N, NONE, FLAG_MAKE_LIBRARY, "makes a static library"},
    {{"--run", "-run"}, N, NONE, FLAG_RUN, "runs the program, or a program that is named in place of sources; its exit "
     "status is simcc's"},
    {{"--run-args", "-run-args"}, N, ONE, FLAG_RUN_ARGUMENTS, "its arguments, with commas between them"},
    {{"--shared", "-shared"}, N, NONE, FLAG_SHARED, "makes a shared library, which has the runtime within"},
    {{"--relocatable-link", "-r"}, N, NONE, FLAG_RELOCATABLE, "makes one object of several"},
    {{"--cuda", "-cuda"}, N, NONE, FLAG_REFUSED, "use `--keep` to see what simcc makes of the source"},
    {{"--cubin", "-cubin"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--fatbin", "-fatbin"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--ptx", "-ptx"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--optix-ir", "-optix-ir"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--ltoir", "-ltoir"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--clean-targets", "-clean"}, N, NONE, FLAG_REFUSED, "remove the files by rm"},
    {{"--fdevice-syntax-only", "-fdevice-syntax-only"}, N, NONE, FLAG_REFUSED, "use `-c -o /dev/null`"},
    /* files and folders */
    {{"--output-file", "-o"}, N, ONE, FLAG_OUTPUT, "the output"},
    {{"--output-directory", "-odir"}, N, ONE, FLAG_FOLDER_OF_OUTPUT, "the folder for object files that `-o` does not name"},
    {{"--objdir-as-tempdir", "-objtemp"}, N, NONE, FLAG_HARMLESS, "temporary files go to TMPDIR"},
    {{"--options-file", "-optf"}, N, ONE, FLAG_OPTIONS_FILE, "files that hold a part of the command line; `@FILE` is another way to say it"},
    {{"--pre-include", "-include"}, N, ONE, FLAG_INCLUDE, "reads headers first"},
    {{"--include-path", "-I"}, N, JOINED, FLAG_FOLDER_OF_HEADERS, "a folder of headers; NVIDIA's own are passed over"},
    {{"--system-include", "-isystem"}, N, JOINED, FLAG_FOLDER_OF_HEADERS, "the same, without warnings from there"},
    {{"-iquote", NULL}, H, ONE, FLAG_FOLDER_OF_HEADERS, "a folder for `#include \"...\"`"},
    {{"-idirafter", NULL}, H, ONE, FLAG_FOLDER_OF_HEADERS, "a folder that is looked into last"},
    {{"--define-macro", "-D"}, N, JOINED, FLAG_DEFINE, "defines a macro"},
    {{"--undefine-macro", "-U"}, N, JOINED, FLAG_DEFINE, "undefines a macro"},
    {{"--library", "-l"}, N, JOINED, FLAG_LIBRARY, "a library; of CUDA's those that the simulator has need no file"},
    {{"--library-path", "-L"}, N, JOINED, FLAG_FOLDER_OF_LIBRARIES, "a folder of libraries"},
    {{"-rpath", NULL}, H, ONE, FLAG_RUN_PATH, "a folder in which the program looks for shared libraries"},
    {{"--compiler-bindir", "-ccbin"}, N, ONE, FLAG_COMPILER, "the C++ compiler, or its folder; `gcc` is g++"},
    {{"--archiver-binary", "-arbin"}, N, ONE, FLAG_ARCHIVER, "the program that makes static libraries"},
    {{"--cudart", "-cudart"}, N, ONE, FLAG_HARMLESS, "the runtime is always linked, and static"},
    {{"--cudadevrt", "-cudadevrt"}, N, ONE, FLAG_HARMLESS, "it is a part of the runtime"},
    {{"--libdevice-directory", "-ldir"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--target-directory", "-target-dir"}, N, ONE, FLAG_HARMLESS, "the folders are simcc's own"},
    {{"--use-local-env", "-use-local-env"}, N, NONE, FLAG_HARMLESS, WINDOWS},
    {{"--force-cl-env-setup", "-force-cl-env-setup"}, N, NONE, FLAG_HARMLESS, WINDOWS},
    {{"--input-drive-prefix", "-idp"}, N, ONE, FLAG_HARMLESS, WINDOWS},
    {{"--dependency-drive-prefix", "-ddp"}, N, ONE, FLAG_HARMLESS, WINDOWS},
    {{"--drive-prefix", "-dp"}, N, ONE, FLAG_HARMLESS, WINDOWS},
    /* compiler and linker */
    {{"--profile", "-pg"}, N, NONE, FLAG_PROFILE, "for gprof, in files of the host and with `--plain`"},
    {{"--debug", "-g"}, N, NONE, FLAG_TO_COMPILER, "for gdb, kernels included"},
    {{"--device-debug", "-G"}, N, NONE, FLAG_DEVICE_DEBUG, "the same"},
    {{"--generate-line-info", "-lineinfo"}, N, NONE, FLAG_HARMLESS, "lines are always known"},
    {{"--optimization-info", "-opt-info"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--optimize", "-O"}, N, JOINED, FLAG_OPTIMISATION, "for code of the host and with `--plain`; counted code is always compiled at -O1"},
    {{"--Ofast-compile", "-Ofc"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--dopt", "-dopt"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--dlink-time-opt", "-dlto"}, N, NONE, FLAG_HARMLESS, LTO},
    {{"--lto", "-lto"}, N, NONE, FLAG_HARMLESS, LTO},
    {{"--gen-opt-lto", "-gen-opt-lto"}, N, NONE, FLAG_HARMLESS, LTO},
    {{"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit"}, N, ONE, FLAG_TO_COMPILER_VALUE, "as for the host's compiler"},
    {{"--ftemplate-depth", "-ftemplate-depth"}, N, ONE, FLAG_TO_COMPILER_VALUE, "as for the host's compiler"},
    {{"--no-exceptions", "-noeh"}, N, NONE, FLAG_TO_COMPILER, "no exceptions on the host"},
    {{"--x", "-x"}, N, JOINED, FLAG_LANGUAGE, "`cu`, `c` or `c++`: the language of the files that follow"},
    {{"--std", "-std"}, N, ONE, FLAG_STANDARD, "the C++ standard; below C++17, C++17 is taken"},
    {{"--no-host-device-initializer-list", "-nohdinitlist"}, N, NONE, FLAG_HARMLESS, SIDES},
    {{"--no-host-device-move-forward", "-nohdmoveforward"}, N, NONE, FLAG_HARMLESS, SIDES},
    {{"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"}, N, NONE, FLAG_HARMLESS, SIDES},
    {{"--extended-lambda", "-extended-lambda"}, N, NONE, FLAG_HARMLESS, SIDES},
    {{"--expt-extended-lambda", "-expt-extended-lambda"}, N, NONE, FLAG_HARMLESS, SIDES},
    {{"--machine", "-m"}, N, ONE, FLAG_MACHINE, "64, nothing else"},
    {{"--m64", "-m64"}, N, NONE, FLAG_HARMLESS, "it is the default"},
    {{"-pthread", NULL}, H, NONE, FLAG_TO_BOTH, "threads of the host"},
    {{"-pedantic", NULL}, H, NONE, FLAG_TO_COMPILER, "a warning of the host's compiler"},
    {{"-fopenmp", NULL}, H, NONE, FLAG_TO_BOTH, "OpenMP on the host"},
    {{"-rdynamic", NULL}, H, NONE, FLAG_TO_BOTH, "as for the host's linker"},
    {{"-static-libgcc", NULL}, H, NONE, FLAG_TO_BOTH, "as for the host's linker"},
    {{"-static-libstdc++", NULL}, H, NONE, FLAG_TO_BOTH, "as for the host's linker"},
    /* what is passed on */
    {{"--compiler-options", "-Xcompiler"}, N, ONE, FLAG_COMPILER_OPTIONS, "flags for the host's compiler, with commas between them"},
    {{"--linker-options", "-Xlinker"}, N, ONE, FLAG_LINKER_OPTIONS, "flags for the linker"},
    {{"--archive-options", "-Xarchive"}, N, ONE, FLAG_ARCHIVER_OPTIONS, "flags for the archiver of `-lib`"},
    {{"--ptxas-options", "-Xptxas"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--nvlink-options", "-Xnvlink"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"-nvlink-options", NULL}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"-Xcudafe", NULL}, N, ONE, FLAG_HARMLESS, "the front end is another"},
    {{"-Xfatbin", NULL}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler"}, N, NONE, FLAG_FORWARD, "unknown flags are the host compiler's"},
    {{"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker"}, N, NONE, FLAG_FORWARD, "unknown flags are the linker's"},
    {{"--forward-unknown-opts", "-forward-unknown-opts"}, N, NONE, FLAG_FORWARD, "unknown flags are those of both"},
    /* the driver */
    {{"--dont-use-profile", "-noprof"}, N, NONE, FLAG_HARMLESS, "there is no profile"},
    {{"--dryrun", "-dryrun"}, N, NONE, FLAG_DRY_RUN, "shows the commands, and runs none"},
    {{"--verbose", "-v"}, N, NONE, FLAG_VERBOSE, "shows the commands"},
    {{"--keep", "-keep"}, N, NONE, FLAG_KEEP, "keeps the translated source, FILE.simcc.ii"},
    {{"--keep-dir", "-keep-dir"}, N, ONE, FLAG_FOLDER_TO_KEEP, "the folder for it"},
    {{"--save-temps", "-save-temps"}, N, NONE, FLAG_KEEP, "as `--keep`"},
    {{"--threads", "-t"}, N, DIGITS, FLAG_HARMLESS, "a file is compiled for one device only"},
    {{"--split-compile", "-split-compile"}, N, ONE, FLAG_HARMLESS, "a file is compiled in one piece"},
    {{"--split-compile-extended", "-split-compile-extended"}, N, ONE, FLAG_HARMLESS, "a file is compiled in one piece"},
    {{"--jobserver", "-jobserver"}, N, NONE, FLAG_HARMLESS, "a file is compiled in one piece"},
    {{"--fdevice-time-trace", "-fdevice-time-trace"}, N, ONE, FLAG_REFUSED, "simcc does not take its own time"},
    {{"--time", "-time"}, N, ONE, FLAG_REFUSED, "simcc does not take its own time"},
    {{"--no-align-double", NULL}, N, NONE, FLAG_HARMLESS, "it is for 32 bits"},
    {{"--no-device-link", "-nodlink"}, N, NONE, FLAG_HARMLESS, "nothing is linked for a device"},
    {{"--qpp-config", "-qpp-config"}, N, ONE, FLAG_REFUSED, "simcc does not know that compiler"},
    {{"--static-global-template-stub", "-static-global-template-stub"}, N, ONE, FLAG_HARMLESS, "kernels are ordinary functions"},
    {{"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility"}, N, ONE, FLAG_HARMLESS, "kernels are ordinary functions"},
    {{"--allow-unsupported-compiler", "-allow-unsupported-compiler"}, N, NONE, FLAG_HARMLESS, "the compiler's version is not looked at"},
    {{"--help", "-h"}, N, NONE, FLAG_HELP, "says what there is"},
    {{"--version", "-V"}, N, NONE, FLAG_VERSION, "simcc's version, and that of the CUDA that it stands for"},
    {{"--list-gpu-code", "-code-ls"}, N, NONE, FLAG_CODES, "sm_90"},
    {{"--list-gpu-arch", "-arch-ls"}, N, NONE, FLAG_ARCHITECTURES, "compute_90"},
    /* a GPU's code */
    {{"--gpu-architecture", "-arch"}, N, ONE, FLAG_HARMLESS, ONE_ARCHITECTURE},
    {{"--gpu-code", "-code"}, N, ONE, FLAG_HARMLESS, ONE_ARCHITECTURE},
    {{"--generate-code", "-gencode"}, N, ONE, FLAG_HARMLESS, ONE_ARCHITECTURE},
    {{"--relocatable-device-code", "-rdc"}, N, ONE, FLAG_HARMLESS, "kernels may always call functions of other files"},
    {{"--entries", "-e"}, N, ONE, FLAG_HARMLESS, "all kernels are compiled"},
    {{"--maxrregcount", "-maxrregcount"}, N, ONE, FLAG_HARMLESS, "registers are not modelled"},
    {{"--use_fast_math", "-use_fast_math"}, N, NONE, FLAG_HARMLESS, NOT_ROUNDED},
    {{"--ftz", "-ftz"}, N, ONE, FLAG_HARMLESS, NOT_ROUNDED},
    {{"--prec-div", "-prec-div"}, N, ONE, FLAG_HARMLESS, NOT_ROUNDED},
    {{"--prec-sqrt", "-prec-sqrt"}, N, ONE, FLAG_HARMLESS, NOT_ROUNDED},
    {{"--fmad", "-fmad"}, N, ONE, FLAG_HARMLESS, "`a * b + c` is rounded twice, as with `-fmad=false`"},
    {{"--extra-device-vectorization", "-extra-device-vectorization"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--default-stream", "-default-stream"}, N, ONE, FLAG_DEFAULT_STREAM, "`per-thread` defines the macro for it; the work of all streams is done at once"},
    {{"--keep-device-functions", "-keep-device-functions"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--source-in-ptx", "-src-in-ptx"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--restrict", "-restrict"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--resource-usage", "-res-usage"}, N, NONE, FLAG_HARMLESS, "registers are not modelled"},
    {{"--extensible-whole-program", "-ewp"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--no-compress", "-no-compress"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--compress-mode", "-compress-mode"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--jump-table-density", "-jtd"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--relocatable-ptx", "-reloc-ptx"}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--device-stack-protector", "-device-stack-protector"}, N, ONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--sanitize", "-sanitize"}, N, ONE, FLAG_HARMLESS, "the checks are always on"},
    {{"--compile-as-tools-patch", "-astoolspatch"}, N, NONE, FLAG_REFUSED, NO_GPU_CODE},
    {{"--frandom-seed", "-frandom-seed"}, N, ONE, FLAG_TO_COMPILER_VALUE, "as for the host's compiler"},
    {{"--host-linker-script", "-hls"}, N, ONE, FLAG_REFUSED, "the host's linker needs no script"},
    {{"--augment-host-linker-script", "-aug-hls"}, N, NONE, FLAG_REFUSED, "the host's linker needs no script"},
    /* warnings */
    {{"--disable-warnings", "-w"}, N, NONE, FLAG_TO_COMPILER, "no warnings"},
    {{"--Wreorder", "-Wreorder"}, N, NONE, FLAG_TO_COMPILER, "as for the host's compiler"},
    {{"--Wdefault-stream-launch", "-Wdefault-stream-launch"}, N, NONE, FLAG_HARMLESS, NO_WARNING},
    {{"--Wmissing-launch-bounds", "-Wmissing-launch-bounds"}, N, NONE, FLAG_HARMLESS, NO_WARNING},
    {{"--Wext-lambda-captures-this", "-Wext-lambda-captures-this"}, N, NONE, FLAG_HARMLESS, NO_WARNING},
    {{"--Wno-deprecated-declarations", "-Wno-deprecated-declarations"}, N, NONE, FLAG_TO_COMPILER, "as for the host's compiler"},
    {{"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets"}, N, NONE, FLAG_HARMLESS, NO_WARNING},
    {{"--Werror", "-Werror"}, N, ONE, FLAG_WARNINGS_AS_ERRORS, "`all-warnings`, `reorder` and `deprecated-declarations`; the other kinds are never warned of"},
    {{"--ptxas-warn", NULL}, N, NONE, FLAG_HARMLESS, IN_DEVICE_CODE},
    {{"--display-error-number", "-err-no"}, N, NONE, FLAG_HARMLESS, BY_HOST},
    {{"--no-display-error-number", "-no-err-no"}, N, NONE, FLAG_HARMLESS, BY_HOST},
    {{"--diag-error", "-diag-error"}, N, ONE, FLAG_HARMLESS, BY_HOST},
    {{"--diag-suppress", "-diag-suppress"}, N, ONE, FLAG_HARMLESS, BY_HOST},
    {{"--diag-warn", "-diag-warn"}, N, ONE, FLAG_HARMLESS, BY_HOST},
    {{"--brief-diagnostics", "-brief-diag"}, N, ONE, FLAG_HARMLESS, BY_HOST},
    {{"-pipe", NULL}, H, NONE, FLAG_HARMLESS, "it makes nothing else"},
    /* simcc's own */
    {{"--plain", NULL}, S, NONE, FLAG_PLAIN, "no counters and no checks, for speed"},
    {{"--device-only", NULL}, S, NONE, FLAG_DEVICE_ONLY, "compiles only what the device runs; with `=NAME,...` only functions and variables of these names, and what they need"},
    {{"--precompile", NULL}, S, ONE, FLAG_PRECOMPILE, "keeps the headers in a file as the compiler reads them"},
    {{NULL, NULL}, N, NONE, FLAG_HARMLESS, NULL},
};
/* clang-format on */

/* 1 if the word is this name, perhaps with a value behind it. */
static int is_name(const char *word, const char *name, enum flag_value kind, int is_short,
                   const char **value)
{
    size_t length = strlen(name);

    if (strncmp(word, name, length))
        return 0;
    *value = NULL;
    if (!word[length])
        return 1;
    if (kind == VALUE_NONE)
        return 0;
    *value = word + length + (word[length] == '=');
    return word[length] == '=' || (kind == VALUE_JOINED && is_short) ||
           (kind == VALUE_DIGITS && is_short && isdigit((unsigned char)word[length]));
}

const struct flag *find_flag(const char *word, const char **value)
{
    const struct flag *joined = NULL;
    const char *joined_value = NULL;

    for (const struct flag *flag = flag_table; flag->names[0]; flag++) {
        for (int n = 0; n < 2 && flag->names[n]; n++) {
            if (!is_name(word, flag->names[n], flag->value, n, value))
                continue;
            if (!*value || (*value)[-1] == '=')
                return flag;
            joined = flag; /* -lib is a flag of its own, not the library ib */
            joined_value = *value;
        }
    }
    *value = joined_value;
    return joined;
}

const char *nearest_flag(const char *word)
{
    char *name = text_format("%.*s", (int)strcspn(word, "="), word);
    unsigned least = strlen(name) < 6 ? 2 : 3; /* a distance below this */
    const char *nearest = NULL;

    for (const struct flag *flag = flag_table; flag->names[0]; flag++) {
        for (int n = 0; n < 2 && flag->names[n]; n++) {
            unsigned apart = name_distance(name, flag->names[n]);

            if (apart < least && strlen(flag->names[n]) > 2) {
                least = apart;
                nearest = flag->names[n];
            }
        }
    }
    free(name);
    return nearest;
}
