// xml.h: XML by expat, element by element, with the position in every error. Documents that declare or use
// entities of their own are refused, and nothing is ever fetched.
#ifndef WENDI_XML_H
#define WENDI_XML_H
#include "named_file.h"

typedef struct wendi_xml wendi_xml;

typedef struct wendi_xml_handlers {
    /// attributes: name, value, name, value, ..., NULL.
    void (*start)(wendi_xml* xml, const char* name, const char* const* attributes, void* context);
    void (*end)(wendi_xml* xml, void* context);
    void (*text)(wendi_xml* xml, const char* text, size_t size, void* context);
} wendi_xml_handlers;

/// Calls the handlers until the document ends or one of them fails. inner_opt: how messages name the document
/// when it is not the job's own file. Errors: FORMAT, MEMORY, what a handler fails with.
wend_result wendi_xml_read(wendi_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                           const wendi_xml_handlers* handlers, void* context);
/// For handlers: "line L, column C: <text>"; no handler is called any more. ahead: bytes of the text at hand
/// before the place.
void wendi_xml_fail_at(wendi_xml* xml, size_t ahead, wend_result result, const char* format, ...)
    WENDI_PRINTF(4, 5);
#define wendi_xml_fail(xml, result, ...) wendi_xml_fail_at((xml), 0, (result), __VA_ARGS__)
/// For handlers: passes on a result other than OK that has been reported already.
void wendi_xml_stop(wendi_xml* xml, wend_result result);
/// For handlers: bytes of the document before the element or text at hand; its place.
size_t wendi_xml_offset(const wendi_xml* xml);
wendi_place wendi_xml_place(const wendi_xml* xml);

/// The value of an attribute; NULL: it is not there.
const char* wendi_xml_attribute(const char* const* attributes, const char* name);
#endif
