#pragma once

/// The file of the catalog that comes with the program: `demo_catalog_size()` bytes.
const unsigned char *demo_catalog(void);
unsigned long demo_catalog_size(void);
