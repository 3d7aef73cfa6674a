// main.c: what happens before and after a command?
#include "cli.h"
#include "json.h"
#include "options.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int dispatch(int argc, char** argv) {
    if (argc < 2) return cli_fail(CLI_USAGE, "missing command (see wend --help)");
    const char* word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        char* help[] = {"help", NULL};
        return command_help.run(&command_help, 1, help);
    }
    if (strcmp(word, "--version") == 0) {
        printf("wend %s\n", wend_version_string());
        return CLI_OK;
    }
    const command* found = command_find(word);
    return found != NULL ? found->run(found, argc - 1, argv + 1) : command_fail_unknown(word);
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
