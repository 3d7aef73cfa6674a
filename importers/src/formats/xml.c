// xml.c: how is untrusted XML read safely?
#include "formats/xml.h"

#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 64, PIECE = 1 << 30 }; // large, since expat rescans a long token with each piece

struct wimp_xml {
    wimp_job* job;
    const char* inner_opt;
    XML_Parser parser;
    const wimp_xml_handlers* handlers;
    void* context;
    wend_result result;
    int32_t depth;
};

void wimp_xml_stop(wimp_xml* xml, wend_result result) {
    if (xml->result != WEND_OK) return;
    xml->result = result;
    XML_StopParser(xml->parser, XML_FALSE);
}

void wimp_xml_fail_at(wimp_xml* xml, size_t ahead, wend_result result, const char* format, ...) {
    if (xml->result != WEND_OK) return;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char* inner = xml->inner_opt ? xml->inner_opt : "";
    wimp_xml_stop(
        xml, wimp_job_fail(xml->job, result, "%s%sline %lu, column %lu: %s", inner,
                           xml->inner_opt ? ": " : "", (unsigned long)XML_GetCurrentLineNumber(xml->parser),
                           (unsigned long)(XML_GetCurrentColumnNumber(xml->parser) + 1 + ahead), text));
}

size_t wimp_xml_offset(const wimp_xml* xml) {
    XML_Index index = XML_GetCurrentByteIndex(xml->parser);
    return index > 0 ? (size_t)index : 0;
}

wimp_place wimp_xml_place(const wimp_xml* xml) {
    return (wimp_place){(int32_t)XML_GetCurrentLineNumber(xml->parser),
                        (int32_t)XML_GetCurrentColumnNumber(xml->parser) + 1};
}

const char* wimp_xml_attribute(const char* const* attributes, const char* name) {
    for (; *attributes; attributes += 2)
        if (strcmp(*attributes, name) == 0) return attributes[1];
    return NULL;
}

static void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    wimp_xml* xml = data;
    if (xml->result != WEND_OK) return; // expat may still call handlers while it stops
    if (++xml->depth > MAX_DEPTH)
        wimp_xml_fail(xml, WEND_ERROR_LIMIT, "elements are nested more than %d deep", MAX_DEPTH);
    else
        xml->handlers->start(xml, name, (const char* const*)attributes, xml->context);
}

static void XMLCALL on_end(void* data, const XML_Char* name) {
    wimp_xml* xml = data;
    (void)name;
    if (xml->result != WEND_OK) return;
    xml->depth--;
    xml->handlers->end(xml, xml->context);
}

static void XMLCALL on_text(void* data, const XML_Char* text, int size) {
    wimp_xml* xml = data;
    if (xml->result == WEND_OK) xml->handlers->text(xml, text, (size_t)size, xml->context);
}

static void XMLCALL on_entity(void* data, const XML_Char* name, int is_parameter, const XML_Char* value,
                              int size, const XML_Char* base, const XML_Char* system_id,
                              const XML_Char* public_id, const XML_Char* notation) {
    (void)is_parameter, (void)value, (void)size, (void)base, (void)system_id, (void)public_id, (void)notation;
    wimp_xml_fail((wimp_xml*)data, WEND_ERROR_UNSUPPORTED,
                  "declares an entity, \"%.40s\"; expected XML without entities", name);
}

static void XMLCALL on_skipped(void* data, const XML_Char* name, int is_parameter) {
    if (!is_parameter)
        wimp_xml_fail((wimp_xml*)data, WEND_ERROR_UNSUPPORTED,
                      "uses an entity, \"%.40s\"; expected XML without entities", name);
}

static void fail_parse(wimp_xml* xml) {
    enum XML_Error code = XML_GetErrorCode(xml->parser);
    if (code == XML_ERROR_NO_MEMORY) {
        wimp_xml_stop(xml, wimp_job_fail(xml->job, WEND_ERROR_MEMORY, "out of memory in the XML reader"));
        return;
    }
    bool truncated = code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN ||
                     code == XML_ERROR_PARTIAL_CHAR || code == XML_ERROR_UNCLOSED_CDATA_SECTION;
    wimp_xml_fail(xml, WEND_ERROR_FORMAT, "%s XML: %s", truncated ? "truncated" : "damaged",
                  XML_ErrorString(code));
}

wend_result wimp_xml_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                          const wimp_xml_handlers* handlers, void* context) {
    wimp_xml xml = {.job = job, .inner_opt = inner_opt, .handlers = handlers, .context = context};
    xml.parser = XML_ParserCreate(NULL);
    if (!xml.parser) return wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the XML reader");
    XML_SetUserData(xml.parser, &xml);
    XML_SetElementHandler(xml.parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml.parser, on_text);
    XML_SetEntityDeclHandler(xml.parser, on_entity);
    XML_SetSkippedEntityHandler(xml.parser, on_skipped);
    size_t at = 0;
    do {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        bool is_last = at + piece == size;
        if (XML_Parse(xml.parser, (const char*)bytes + at, (int)piece, is_last) != XML_STATUS_OK &&
            xml.result == WEND_OK)
            fail_parse(&xml);
        at += piece;
    } while (at < size && xml.result == WEND_OK);
    XML_ParserFree(xml.parser);
    return xml.result;
}
