// main.c: gives main() its arguments in UTF-8, and streams without changed line ends.
#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>

int main(int argc, char** argv);
int wmain(int argc, wchar_t** wide);

int wmain(int argc, wchar_t** wide) {
    char** argv = calloc((size_t)argc + 1, sizeof *argv);
    for (int i = 0; i < argc && argv; i++) {
        const int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        argv[i] = size > 0 ? malloc((size_t)size) : NULL;
        if (!argv[i]) return 4;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, argv[i], size, NULL, NULL);
    }
    if (!argv) return 4;
    SetConsoleOutputCP(CP_UTF8);
    for (int i = 0; i <= 2; i++) _setmode(i, _O_BINARY);
    return main(argc, argv);
}
