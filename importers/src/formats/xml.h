// xml.h: XML, parsed by expat, with the position in every error. Documents that declare or use custom
// entities are refused, and nothing is ever fetched.
#ifndef WIMP_XML_H
#define WIMP_XML_H
#include "core/named_file.h"

typedef struct wimp_xml wimp_xml;

typedef struct wimp_xml_handlers {
    /// attributes: name, value, name, value, ..., NULL.
    void (*start)(wimp_xml* xml, const char* name, const char* const* attributes, void* context);
    void (*end)(wimp_xml* xml, void* context);
    void (*text)(wimp_xml* xml, const char* text, size_t size, void* context);
} wimp_xml_handlers;

/// Calls the handlers until the document ends or one of them fails. inner_opt: how messages name the document
/// when it is not the job's own file. Errors: FORMAT, MEMORY, what a handler fails with.
wend_result wimp_xml_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                          const wimp_xml_handlers* handlers, void* context);
/// For handlers: fails with "line L, column C: <text>"; no further handler is called. ahead: offset of the
/// position in the current text.
void wimp_xml_fail_at(wimp_xml* xml, size_t ahead, wend_result result, const char* format, ...)
    WIMP_PRINTF(4, 5);
#define wimp_xml_fail(xml, result, ...) wimp_xml_fail_at((xml), 0, (result), __VA_ARGS__)
/// For handlers: stops with a result other than OK that has already been reported.
void wimp_xml_stop(wimp_xml* xml, wend_result result);
/// For handlers: the offset of the current element or text in the document, and its position.
size_t wimp_xml_offset(const wimp_xml* xml);
wimp_place wimp_xml_place(const wimp_xml* xml);

/// The value of an attribute; NULL: missing.
const char* wimp_xml_attribute(const char* const* attributes, const char* name);
#endif
