// geodesics.c: how long are lines on the ellipsoid by PROJ's geodesics (Karney 2013)?
//     geodesics            are the distances of wend/geo.h the same, for many pairs of places?
//     geodesics FILE       prints the length of a path that wend path --geojson wrote, in metres
#include <geodesic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"
#include "wend/geo.h"

static const double flattening = 1 / 298.257223563, semi_major = 6378137;

static double length_of(const char* name) {
    struct geod_geodesic wgs84;
    geod_init(&wgs84, semi_major, flattening);
    FILE* file = fopen(name, "r");
    char line[4000];
    double last[2], sum = 0;
    int count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        double at[2], length = 0;
        if (sscanf(line, "[%lf,%lf]", &at[0], &at[1]) != 2) continue;
        if (count++ > 0) geod_inverse(&wgs84, last[1], last[0], at[1], at[0], &length, NULL, NULL);
        sum += length;
        last[0] = at[0], last[1] = at[1];
    }
    if (file != NULL) fclose(file);
    return count > 1 ? sum : NAN;
}

static double between(rng* random, double low, double high) {
    return low + (high - low) * rng_below(random, 1000000) / 1000000;
}

static int compare(void) {
    static wend_georeference wgs84 = {.has_transform = true, .kind = WEND_GEO_GEOGRAPHIC};
    wgs84.unit = acos(-1) / 180;
    wgs84.semi_major = semi_major;
    wgs84.flattening = flattening;
    struct geod_geodesic theirs;
    geod_init(&theirs, semi_major, flattening);
    rng random = rng_seeded(1);
    double most = 0;
    for (int i = 0; i < 20000; i++) {
        // From steps of a metre to a third of the way round: nearly opposite places have no exact distance
        // here.
        const double reach = pow(10, between(&random, -5, 2));
        const wend_geo_point a = {between(&random, -180, 180), between(&random, -89, 89)};
        const wend_geo_point b = {a.x + between(&random, -reach, reach),
                                  fmin(fmax(a.y + between(&random, -reach, reach), -89), 89)};
        double expected = 0;
        geod_inverse(&theirs, a.y, a.x, b.y, b.x, &expected, NULL, NULL);
        if (expected > 15e6) continue;
        const double off = fabs(wend_geo_distance(&wgs84, a, b) - expected);
        most = fmax(most, off);
        if (off > 0.001) {
            printf("%.9g,%.9g to %.9g,%.9g: %.6f m off %.6f m\n", a.x, a.y, b.x, b.y, off, expected);
            return 1;
        }
    }
    printf("at most %.3g mm apart\n", most * 1000);
    return 0;
}

int main(int argc, char** argv) {
    if (argc == 1) return compare();
    const double length = length_of(argv[1]);
    printf("%.3f\n", length);
    return isnan(length) ? 1 : 0;
}
