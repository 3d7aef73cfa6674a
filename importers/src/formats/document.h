// document.h: a document of nested elements with attributes, as its reader walks it: where is it, and what is
// wrong there? XML and JSON are read through the same handlers.
#ifndef WIMP_DOCUMENT_H
#define WIMP_DOCUMENT_H
#include "core/named_file.h"

typedef struct wimp_document wimp_document;

typedef struct wimp_document_handlers {
    /// attributes: name, value, name, value, ..., NULL.
    void (*start)(wimp_document* document, const char* name, const char* const* attributes, void* context);
    void (*end)(wimp_document* document, void* context);
    void (*text)(wimp_document* document, const char* text, size_t size, void* context);
} wimp_document_handlers;

/// What a reader of documents fills in; handlers use the functions below.
struct wimp_document {
    wimp_job* job;
    const char* inner_opt; ///< how messages name the document when it is not the job's own file
    const wimp_document_handlers* handlers;
    void* context;
    wend_result result;
    /// The position of the current element or text, ahead bytes further on.
    wimp_place (*place)(wimp_document* document, size_t ahead);
    size_t (*offset)(const wimp_document* document); ///< of the current element or text
    void (*stop)(wimp_document* document);           ///< may be NULL
};

/// Fails with "line L, column C: <text>"; no further handler is called. ahead: offset of the position in the
/// current text.
void wimp_document_fail_at(wimp_document* document, size_t ahead, wend_result result, const char* format, ...)
    WIMP_PRINTF(4, 5);
#define wimp_document_fail(document, result, ...) wimp_document_fail_at((document), 0, (result), __VA_ARGS__)
void wimp_document_out_of_memory(wimp_document* document);
/// Stops with a result other than OK that has already been reported.
void wimp_document_stop(wimp_document* document, wend_result result);
/// Stops where memory is out, which has been reported. Returns whether there was enough.
static inline bool wimp_document_need(wimp_document* document, bool has_memory) {
    if (!has_memory) wimp_document_stop(document, WEND_ERROR_MEMORY);
    return has_memory;
}
/// The position of the current element or text.
static inline wimp_place wimp_document_place(wimp_document* document) {
    return document->place(document, 0);
}
static inline size_t wimp_document_offset(const wimp_document* document) {
    return document->offset(document);
}

/// The value of an attribute; NULL: missing.
const char* wimp_attribute(const char* const* attributes, const char* name);
#endif
