// tiled_json.h: a Tiled map or tileset in JSON (.tmj, .tsj), read as the elements that its XML would have.
#ifndef WIMP_TILED_JSON_H
#define WIMP_TILED_JSON_H
#include "formats/document.h"

/// Does a file begin like a JSON object?
bool wimp_tiled_is_json(const uint8_t* bytes, size_t size);
/// Calls the handlers as wimp_xml_read does. Tilesets come before layers and properties before data, whatever
/// the order in the file. Errors: FORMAT, LIMIT (too deep), MEMORY, what a handler fails with.
wend_result wimp_tiled_json_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                                 const wimp_document_handlers* handlers, void* context);
#endif
