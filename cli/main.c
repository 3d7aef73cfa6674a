// main.c: which commands does the program `wend` have, and what is the same for all of them?
#include "cli.h"
#include "json.h"
#include "options.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const command* const commands[] = {
    &command_bake,     &command_legend,   &command_info,   &command_path,
    &command_check,    &command_edit,     &command_render, &command_export,
    &command_hash,     &command_generate, &command_bench,  &command_serve_bench,
    &command_simulate, &command_field,    &command_graph,  &command_explain,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int print_help(void) {
    printf("usage: wend COMMAND ...\n\n"
           "Turns pictures of maps into navigation data and plans paths over it.\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++) printf("  %-11s %s\n", commands[i]->name, commands[i]->summary);
    printf("\nwend COMMAND --help describes a command; wend --version prints the version.\n\n"
           "exit codes: 0 done, 1 no route or a check failed, 2 usage, 3 bad input file, 4 output or "
           "resources\n");
    return CLI_OK;
}

static int fail_unknown(const char* word) {
    const char* names[COMMAND_COUNT];
    for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i]->name;
    const char* guess = options_suggest(word, names, COMMAND_COUNT);
    const char* thing = word[0] == '-' ? "option" : "command";
    if (guess != NULL) return cli_fail(CLI_USAGE, "unknown %s '%s', did you mean '%s'?", thing, word, guess);
    return cli_fail(CLI_USAGE, "unknown %s '%s' (see wend --help)", thing, word);
}

static int dispatch(int argc, char** argv) {
    if (argc < 2) return cli_fail(CLI_USAGE, "missing command (see wend --help)");
    const char* word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return print_help();
    if (strcmp(word, "--version") == 0) {
        printf("wend %s\n", wend_version_string());
        return CLI_OK;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i]->name) == 0) return commands[i]->run(commands[i], argc - 1, argv + 1);
    return fail_unknown(word);
}

// If a standard stream is closed, the next file opened gets its number, and our messages would end up in that
// file. Opening /dev/null in the opposite direction prevents this, and writing still fails as it should.
static void occupy_standard_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0) return;
}

int main(int argc, char** argv) {
    occupy_standard_streams();
    // A closed pipe and a file over its size limit become output errors, so that temporary files are removed.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    json_init();
    cli_begin(argc, argv);
    return cli_end(dispatch(argc, argv));
}
