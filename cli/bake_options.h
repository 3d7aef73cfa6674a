// bake_options.h: what does `wend bake` take, and what does it refuse before it reads a map?
#ifndef BAKE_OPTIONS_H
#define BAKE_OPTIONS_H
#include "import_options.h"
#include "options.h"

typedef struct bake_arguments {
    common_options common;
    const char *input, *output, *preview, *tiles, *inflate, *memory;
    import_options map;
    option_point costs; ///< declared range
    int move, hex, cluster;
    int wrap; ///< one of bake_wrap_names; -1: not given
    int64_t levels, threads;
    option_list profiles;
    bool dry_run, resume, mpi, subgoals;
    bool is_output_derived; ///< from the name of the map, as there is no -o
} bake_arguments;

extern const option bake_options[];
extern const char* const bake_wrap_names[]; ///< 1 + their index: bits of wend_wrap

bake_arguments bake_default_arguments(void);
/// Reports what cannot be done, and names the output beside the map where none is given. Returns CLI_OK or
/// an exit code.
int bake_check_arguments(bake_arguments* a);

wend_connectivity bake_connectivity(const bake_arguments* a);
int32_t bake_cluster_size(const bake_arguments* a);
/// The world goes to standard output.
bool bake_writes_stream(const bake_arguments* a);
/// What was asked for can be built in the memory of one machine only.
bool bake_only_in_memory(const bake_arguments* a);
#endif
