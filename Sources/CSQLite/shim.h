// SQLite, for the trait `SQLite`.
#include <sqlite3.h>

#ifndef MOVIENIGHT_CSQLITE_H
#define MOVIENIGHT_CSQLITE_H

// Wrappers of functions that take SQLITE_STATIC or SQLITE_TRANSIENT. These macros are casts, which Swift does not import. The
// bytes that mn_bind_text and mn_bind_blob bind must stay valid until the statement is reset; the functions ending in _copy copy
// the bytes.
static inline int mn_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_STATIC);
}
static inline int mn_bind_text_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_text(statement, index, count == 0 ? "" : (const char *)bytes, count, SQLITE_TRANSIENT);
}
static inline int mn_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}
static inline int mn_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
static inline void mn_result_blob_copy(sqlite3_context *context, const void *bytes, int count) {
  sqlite3_result_blob(context, bytes, count, SQLITE_TRANSIENT);
}

#endif
