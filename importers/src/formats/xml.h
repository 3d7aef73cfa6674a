// xml.h: XML, parsed by expat, with the position in every error. Documents that declare or use custom
// entities are refused, and nothing is ever fetched.
#ifndef WIMP_XML_H
#define WIMP_XML_H
#include "formats/document.h"

/// Calls the handlers until the document ends or one of them fails. inner_opt: how messages name the document
/// when it is not the job's own file. Errors: FORMAT, MEMORY, what a handler fails with.
wend_result wimp_xml_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                          const wimp_document_handlers* handlers, void* context);
#endif
