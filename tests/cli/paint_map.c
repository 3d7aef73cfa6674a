// paint_map.c: writes the painted map of tests/support as a picture.
//   paint_map ppm|jpeg plain|smooth|shaded SIZE >OUT
// shaded: lit from the west, so that it has many colours.
#include "painted_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { QUALITY = 85, MAX_SIZE = 4096 };

static int write_jpeg(int size, const uint8_t* rgb) {
    tjhandle handle = tjInitCompress();
    unsigned char* out = NULL;
    unsigned long bytes = 0;
    if (!handle ||
        tjCompress2(handle, rgb, size, 0, size, TJPF_RGB, &out, &bytes, TJSAMP_420, QUALITY, 0) != 0)
        return 1;
    fwrite(out, 1, bytes, stdout);
    tjFree(out);
    tjDestroy(handle);
    return 0;
}

int main(int argc, char** argv) {
    int size = argc == 4 ? atoi(argv[3]) : 0;
    if (size < 1 || size > MAX_SIZE) return 2;
    uint8_t* rgb = malloc((size_t)size * (size_t)size * 3);
    if (!rgb) return 1;
    painted_map_fill(size, strcmp(argv[2], "smooth") == 0, rgb);
    for (int i = 0; strcmp(argv[2], "shaded") == 0 && i < 3 * size * size; i++)
        rgb[i] = (uint8_t)(rgb[i] * (size - i / 3 % size) / size);
    int code = 0;
    if (strcmp(argv[1], "jpeg") == 0) {
        code = write_jpeg(size, rgb);
    } else {
        printf("P6\n%d %d\n255\n", size, size);
        fwrite(rgb, 3, (size_t)size * (size_t)size, stdout);
    }
    free(rgb);
    return code || fflush(stdout) != 0;
}
