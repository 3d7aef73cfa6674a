// ranks.c: where is the module for MPI, and what has a launcher such as mpirun started?
#include "ranks.h"

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
