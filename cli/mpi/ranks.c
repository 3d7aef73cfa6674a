// ranks.c: where is the module for MPI, what has a launcher such as mpirun started, and do the ranks fit
// together?
#include "ranks.h"
#include "wend/wend.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

#ifdef WEND_RANKS_FOLDER // where an installed module is, as seen from the folder of the program

// The folder of this program, without a slash at its end; "" if it is not known.
static void own_folder(char out[PATH_SIZE]) {
    const ssize_t length = readlink("/proc/self/exe", out, PATH_SIZE - 1);
    out[length > 0 ? length : 0] = '\0';
    char* slash = strrchr(out, '/');
    if (slash != NULL) *slash = '\0';
}

static void* open_module(char* text_out, size_t text_size) {
    static const char* const below[] = {".", WEND_RANKS_FOLDER}; // of a build, of an installation
    char own[PATH_SIZE], file[2 * PATH_SIZE];
    own_folder(own);
    for (int i = 0; i < 2; i++) {
        snprintf(file, sizeof file, "%s/%s/wend_mpi.so", own, below[i]);
        if (access(file, R_OK) != 0) continue;
        // Open MPI loads parts of itself that look for its functions among the global ones.
        void* module = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
        if (module == NULL) snprintf(text_out, text_size, "%s", dlerror());
        return module;
    }
    snprintf(text_out, text_size, "%s: there is no such file (the package wend-mpi has it)", file);
    return NULL;
}

const ranks* ranks_load(char* text_out, size_t text_size) {
    void* module = open_module(text_out, text_size);
    if (module == NULL) return NULL;
    ranks_module_fn* function = NULL;
    *(void**)&function = dlsym(module, RANKS_MODULE_FUNCTION);
    const ranks* found = function != NULL ? function() : NULL;
    if (found != NULL && found->layout == RANKS_LAYOUT) return found;
    snprintf(text_out, text_size, "wend_mpi.so belongs to another version of wend");
    return NULL;
}

#else

const ranks* ranks_load(char* text_out, size_t text_size) {
    snprintf(text_out, text_size, "this wend was built without it (build with -D WEND_MPI=ON)");
    return NULL;
}

#endif

static int32_t number_of(const char* variable) {
    const char* text = getenv(variable);
    if (text == NULL) return -1;
    char* end = NULL;
    const long number = strtol(text, &end, 10);
    return end != text && *end == '\0' && number >= 0 && number <= INT32_MAX ? (int32_t)number : -1;
}

void ranks_of_launcher(int32_t* count, int32_t* rank) {
    // mpirun of Open MPI; PMIx of any launcher; mpirun of MPICH; srun, whose batch script is not a task
    static const char* const variables[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                               {"PMI_SIZE", "PMI_RANK"},
                                               {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        *count = number_of(variables[i][0]);
        *rank = number_of(variables[i][1]);
        if (*count >= 1 && *rank >= 0 && *rank < *count) return;
    }
    *count = 1;
    *rank = 0;
}

// ---- what ranks say about themselves

static void append_word(rank_hello* hello, size_t* used, const char* word) {
    const size_t size = strlen(word) + 1;
    if (*used + size >= sizeof hello->options) return;
    memcpy(hello->options + *used, word, size);
    *used += size;
}

// How many words, from this one on, are an option that may differ.
static int free_words(const char* word) {
    static const char* const names[] = {"--threads", "--memory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(word, names[i], length) == 0 && (word[length] == '\0' || word[length] == '='))
            return word[length] == '\0' ? 2 : 1;
    }
    return 0;
}

rank_hello rank_hello_of(int argc, char** argv, int32_t threads, int64_t memory_bytes) {
    rank_hello hello = {.protocol = RANK_PROTOCOL,
                        .format = WEND_FORMAT_VERSION,
                        .threads = threads,
                        .process = (int32_t)getpid(),
                        .memory_bytes = memory_bytes};
    size_t used = 0;
    snprintf(hello.version, sizeof hello.version, "%s", wend_version_string());
    if (gethostname(hello.host, sizeof hello.host - 1) != 0) snprintf(hello.host, sizeof hello.host, "?");
    for (int i = 1; i < argc;) {
        const int skipped = free_words(argv[i]);
        if (skipped == 0) append_word(&hello, &used, argv[i]);
        i += skipped > 0 ? skipped : 1;
    }
    return hello;
}

// The first word in which two lists differ; the end of a list is "".
static void find_difference(const rank_hello* a, const rank_hello* b, const char** in_a, const char** in_b) {
    *in_a = a->options;
    *in_b = b->options;
    while (**in_a != '\0' && strcmp(*in_a, *in_b) == 0) {
        *in_a += strlen(*in_a) + 1;
        *in_b += strlen(*in_b) + 1;
    }
}

bool rank_hello_read(const void* bytes, size_t size, rank_hello* out) {
    if (size != sizeof *out) return false;
    memcpy(out, bytes, size);
    out->version[sizeof out->version - 1] = out->host[sizeof out->host - 1] = '\0';
    out->options[sizeof out->options - 1] = out->options[sizeof out->options - 2] = '\0';
    return out->protocol == RANK_PROTOCOL;
}

bool rank_hello_fits(const rank_hello* own, const rank_hello* other, char* text_out, size_t text_size) {
    if (strcmp(other->version, own->version) != 0 || other->format != own->format) {
        snprintf(text_out, text_size, "is wend %s with world format %d, but rank 0 is wend %s with format %d",
                 other->version, other->format, own->version, own->format);
        return false;
    }
    const char *in_own, *in_theirs;
    find_difference(own, other, &in_own, &in_theirs);
    if (strcmp(in_own, in_theirs) == 0) return true;
    if (*in_theirs == '\0')
        snprintf(text_out, text_size, "was started without '%.200s', which rank 0 has", in_own);
    else if (*in_own == '\0')
        snprintf(text_out, text_size, "was started with '%.200s', which rank 0 does not have", in_theirs);
    else
        snprintf(text_out, text_size, "was started with '%.200s' where rank 0 has '%.200s'", in_theirs,
                 in_own);
    return false;
}
