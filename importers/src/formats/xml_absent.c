// xml_absent.c: XML in a build without expat.
#include "formats/xml.h"

wend_result wimp_xml_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                          const wimp_document_handlers* handlers, void* context) {
    (void)inner_opt, (void)bytes, (void)size, (void)handlers, (void)context;
    return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "this build of Wend cannot read XML");
}
