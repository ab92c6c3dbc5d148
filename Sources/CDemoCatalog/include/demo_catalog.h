#pragma once

/// Returns the bytes of the built-in catalog's file; `demo_catalog_size()` returns their number.
const unsigned char *demo_catalog(void);
unsigned long demo_catalog_size(void);
