// xml.c: how is untrusted XML read safely?
#include "formats/xml.h"

#include <expat.h>

enum { MAX_DEPTH = 64, PIECE = 1 << 30 }; // large, since expat rescans a long token with each piece

typedef struct xml_reader {
    wimp_document document; // first, so that a document can be cast to its reader
    XML_Parser parser;
    int32_t depth;
} xml_reader;

static void stop(wimp_document* document) {
    XML_StopParser(((xml_reader*)document)->parser, XML_FALSE);
}

static size_t offset(const wimp_document* document) {
    XML_Index index = XML_GetCurrentByteIndex(((const xml_reader*)document)->parser);
    return index > 0 ? (size_t)index : 0;
}

static wimp_place place(wimp_document* document, size_t ahead) {
    XML_Parser parser = ((xml_reader*)document)->parser;
    return (wimp_place){(int32_t)XML_GetCurrentLineNumber(parser),
                        (int32_t)(XML_GetCurrentColumnNumber(parser) + 1 + ahead)};
}

static void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    xml_reader* xml = data;
    wimp_document* document = &xml->document;
    if (document->result != WEND_OK) return; // expat may still call handlers while it stops
    if (++xml->depth > MAX_DEPTH)
        wimp_document_fail(document, WEND_ERROR_LIMIT, "elements are nested more than %d deep", MAX_DEPTH);
    else
        document->handlers->start(document, name, (const char* const*)attributes, document->context);
}

static void XMLCALL on_end(void* data, const XML_Char* name) {
    xml_reader* xml = data;
    wimp_document* document = &xml->document;
    (void)name;
    if (document->result != WEND_OK) return;
    xml->depth--;
    document->handlers->end(document, document->context);
}

static void XMLCALL on_text(void* data, const XML_Char* text, int size) {
    wimp_document* document = data;
    if (document->result == WEND_OK)
        document->handlers->text(document, text, (size_t)size, document->context);
}

static void XMLCALL on_entity(void* data, const XML_Char* name, int is_parameter, const XML_Char* value,
                              int size, const XML_Char* base, const XML_Char* system_id,
                              const XML_Char* public_id, const XML_Char* notation) {
    (void)is_parameter, (void)value, (void)size, (void)base, (void)system_id, (void)public_id, (void)notation;
    wimp_document_fail((wimp_document*)data, WEND_ERROR_UNSUPPORTED,
                       "declares an entity, \"%.40s\"; expected XML without entities", name);
}

static void XMLCALL on_skipped(void* data, const XML_Char* name, int is_parameter) {
    if (!is_parameter)
        wimp_document_fail((wimp_document*)data, WEND_ERROR_UNSUPPORTED,
                           "uses an entity, \"%.40s\"; expected XML without entities", name);
}

static void fail_parse(xml_reader* xml) {
    enum XML_Error code = XML_GetErrorCode(xml->parser);
    if (code == XML_ERROR_NO_MEMORY) {
        wimp_document_stop(&xml->document, wimp_job_fail(xml->document.job, WEND_ERROR_MEMORY,
                                                         "out of memory in the XML reader"));
        return;
    }
    bool truncated = code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN ||
                     code == XML_ERROR_PARTIAL_CHAR || code == XML_ERROR_UNCLOSED_CDATA_SECTION;
    wimp_document_fail(&xml->document, WEND_ERROR_FORMAT, "%s XML: %s", truncated ? "truncated" : "damaged",
                       XML_ErrorString(code));
}

wend_result wimp_xml_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                          const wimp_document_handlers* handlers, void* context) {
    xml_reader xml = {.document = {.job = job,
                                   .inner_opt = inner_opt,
                                   .handlers = handlers,
                                   .context = context,
                                   .place = place,
                                   .offset = offset,
                                   .stop = stop}};
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
            xml.document.result == WEND_OK)
            fail_parse(&xml);
        at += piece;
    } while (at < size && xml.document.result == WEND_OK);
    XML_ParserFree(xml.parser);
    return xml.document.result;
}
