#pragma once

/// The file of the built-in catalog: `demo_catalog_size()` bytes.
const unsigned char *demo_catalog(void);
unsigned long demo_catalog_size(void);
