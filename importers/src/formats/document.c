// document.c: how do the handlers of a document fail, and find an attribute?
#include "formats/document.h"

#include <stdarg.h>
#include <string.h>

void wimp_document_stop(wimp_document* document, wend_result result) {
    if (document->result != WEND_OK) return;
    document->result = result;
    if (document->stop) document->stop(document);
}

void wimp_document_fail_at(wimp_document* document, size_t ahead, wend_result result, const char* format,
                           ...) {
    if (document->result != WEND_OK) return;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    const char* inner = document->inner_opt ? document->inner_opt : "";
    const wimp_place place = document->place(document, ahead);
    wimp_document_stop(document,
                       wimp_job_fail(document->job, result, "%s%sline %d, column %d: %s", inner,
                                     document->inner_opt ? ": " : "", place.line, place.column, text));
}

void wimp_document_out_of_memory(wimp_document* document) {
    wimp_document_fail(document, WEND_ERROR_MEMORY, "out of memory");
}

const char* wimp_attribute(const char* const* attributes, const char* name) {
    for (; *attributes; attributes += 2)
        if (strcmp(*attributes, name) == 0) return attributes[1];
    return NULL;
}
