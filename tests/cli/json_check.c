// json_check.c: reads one JSON object from stdin and looks for keys: json_check KEY[=VALUE]...
// A dot leads into an object (stats.us_total). Prints "json: ok" or what is missing, and exits 0 or 1.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cJSON* find(const cJSON* object, char* key) {
    for (char* part = strtok(key, "."); part != NULL && object != NULL; part = strtok(NULL, "."))
        object = cJSON_GetObjectItemCaseSensitive(object, part);
    return object;
}

static int equals(const cJSON* item, const char* value) {
    if (cJSON_IsString(item)) return strcmp(item->valuestring, value) == 0;
    if (cJSON_IsBool(item)) return strcmp(cJSON_IsTrue(item) ? "true" : "false", value) == 0;
    return cJSON_IsNumber(item) && item->valuedouble >= atof(value) - 1e-9 &&
           item->valuedouble <= atof(value) + 1e-9;
}

int main(int argc, char** argv) {
    static char text[1 << 20];
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    const char* end = NULL;
    cJSON* json = cJSON_ParseWithOpts(text, &end, 0);
    if (size == 0 || !cJSON_IsObject(json) || strcmp(end, "\n") != 0) {
        printf("json: not one object on one line: %.200s\n", text);
        return 1;
    }
    int missing = 0;
    for (int i = 1; i < argc; i++) {
        char key[256];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(argv[i], "="), argv[i]);
        const char* value = strchr(argv[i], '=');
        const cJSON* item = find(json, key);
        if (item != NULL && (value == NULL || equals(item, value + 1))) continue;
        char* found = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
        printf("json: %s is %s\n", argv[i], found != NULL ? found : "missing");
        free(found);
        missing = 1;
    }
    cJSON_Delete(json);
    if (!missing) printf("json: ok\n");
    return missing;
}
