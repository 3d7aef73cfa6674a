// import_remedy.c: which setting would make a map readable that the importer refused?
#include "import_remedy.h"
#include <string.h>

import_remedy import_remedy_take(wend_error* error) {
    static const struct {
        const char* text;
        import_remedy remedy;
    } remedies[] = {{", unless outside is set", REMEDY_OUTSIDE},
                    {", unless root or outside is set", REMEDY_OUTSIDE},
                    {", unless fill_short is set", REMEDY_FILL_SHORT}};
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
        char* found = strstr(error->text, remedies[i].text);
        if (found == NULL) continue;
        *found = '\0';
        return remedies[i].remedy;
    }
    return REMEDY_NONE;
}
