// main.c: wend-gdal, the only program of Wend that links GDAL. The importers run it for rasters that they
// cannot read themselves; it is of no use on a command line.
#include <cpl_conv.h>
#include <cpl_error.h>
#include <errno.h>
#include <gdal.h>
#include <ogr_srs_api.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gdal/confine.h"
#include "gdal/program.h"

const char not_confined[] = "this system does not let wend-gdal give up its rights (seccomp)";

int talk_descriptor = -1;

// The files of GDAL "/vsistdin/" and "/vsistdout/" are not the socket.
static void begin_talk(void) {
    talk_descriptor = dup(STDIN_FILENO);
    if (talk_descriptor < 0 || dup2(STDERR_FILENO, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        exit(1);
}

void talk_read(void* out, size_t size) {
    char* at = out;
    while (size > 0) {
        const ssize_t got = read(talk_descriptor, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) exit(1);
        at += got;
        size -= (size_t)got;
    }
}

void talk_write(const void* bytes, size_t size) {
    const char* at = bytes;
    while (size > 0) {
        const ssize_t put = write(talk_descriptor, at, size);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) exit(1);
        at += put;
        size -= (size_t)put;
    }
}

void last_error(char text[WIMP_TALK_TEXT], const char* otherwise) {
    const char* message = CPLGetLastErrorMsg();
    snprintf(text, WIMP_TALK_TEXT, "%s", message != NULL && *message != '\0' ? message : otherwise);
    for (char* c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20) *c = ' ';
}

// Errors are answers; nobody reads a log.
static void CPL_STDCALL keep_quiet(CPLErr class, CPLErrorNum number, const char* text) {
    (void)class, (void)number, (void)text;
}

// Every raster is read in the same way by everybody: no file of settings, no code that a file brings, nothing
// of the network, no threads.
static void set_up(void) {
    static const char* const settings[][2] = {
        {"GDAL_CONFIG_FILE", ""},
        {"GDAL_CACHEMAX", "64"},
        {"GDAL_DISABLE_READDIR_ON_OPEN", "YES"},
        {"GDAL_MAX_DATASET_POOL_SIZE", "32"},
        {"GDAL_NUM_THREADS", "1"},
        {"GDAL_PAM_ENABLED", "YES"},
        {"GDAL_VRT_ENABLE_PYTHON", "NO"},
        {"GTIFF_REPORT_COMPD_CS", "YES"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        CPLSetConfigOption(settings[i][0], settings[i][1]);
    // PROJ would take tables from a folder of the user, or without one from /tmp/proj, where others may put
    // some.
    setenv("PROJ_USER_WRITABLE_DIRECTORY", "/dev/null", 1);
    OSRSetPROJEnableNetwork(false);
}

int main(int argc, char** argv) {
    static wimp_talk_request request;
    if (argc > 1 || isatty(STDIN_FILENO)) {
        fprintf(stderr, "%s: a part of Wend, which runs it to read rasters by GDAL %s\n", argv[0],
                GDALVersionInfo("RELEASE_NAME"));
        return 2;
    }
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    // A terminal sends these to all its programs; this one ends with its parent, and not before.
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // GDAL gets EFBIG
    begin_talk();
    talk_read(&request, sizeof request);
    if (request.magic != WIMP_TALK_MAGIC || request.layout != WIMP_TALK_LAYOUT) return 1;
    request.name[WIMP_TALK_PATH - 1] = request.folder[WIMP_TALK_PATH - 1] = '\0';
    request.geo.wkt[WEND_GEO_WKT_BYTES - 1] = '\0';
    set_up();
    CPLSetErrorHandler(keep_quiet);
    if (request.task == WIMP_TALK_RASTER)
        answer_raster(&request);
    else
        answer_points(&request);
    return 0;
}
