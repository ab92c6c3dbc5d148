#include "demo_catalog.h"

// #embed is a directive of C23, but clang accepts it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "demo-catalog.jsonl"
};

const unsigned char *demo_catalog(void) { return bytes; }

unsigned long demo_catalog_size(void) { return sizeof bytes; }
