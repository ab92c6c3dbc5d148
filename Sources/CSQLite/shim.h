// SQLite, for the trait `SQLite`.
#include <sqlite3.h>

#ifndef MOVIENIGHT_CSQLITE_H
#define MOVIENIGHT_CSQLITE_H

// SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift does not import.
// The bytes for mn_bind_text must outlive the step; mn_bind_text_copy copies them.
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
