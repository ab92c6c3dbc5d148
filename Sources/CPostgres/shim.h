// libpq, for the trait `Postgres`. Debian keeps its header in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#ifndef MOVIENIGHT_CPOSTGRES_H
#define MOVIENIGHT_CPOSTGRES_H

#include <dlfcn.h>

// The functions of libpq that this package uses, without the prefix PQ. They are looked up in a library that is loaded when a
// store needs it, because linking libpq and the twenty libraries that it depends on costs every command milliseconds and
// megabytes.
#define MN_PQ_FUNCTIONS(each) \
  each(backendPID) \
  each(clear) \
  each(connectdbParams) \
  each(conninfoFree) \
  each(conninfoParse) \
  each(consumeInput) \
  each(enterPipelineMode) \
  each(errorMessage) \
  each(exitPipelineMode) \
  each(finish) \
  each(flush) \
  each(fname) \
  each(freemem) \
  each(getisnull) \
  each(getlength) \
  each(getResult) \
  each(getvalue) \
  each(isBusy) \
  each(notifies) \
  each(ntuples) \
  each(parameterStatus) \
  each(pipelineStatus) \
  each(pipelineSync) \
  each(resultErrorField) \
  each(resultStatus) \
  each(sendFlushRequest) \
  each(sendPrepare) \
  each(sendQuery) \
  each(sendQueryPrepared) \
  each(setNoticeReceiver) \
  each(setnonblocking) \
  each(socket) \
  each(status) \
  each(transactionStatus)

// Pointers to these functions, with the types that the header declares.
struct mn_pq {
#define MN_PQ_FIELD(function) __typeof__(PQ##function) *_Nonnull function;
  MN_PQ_FUNCTIONS(MN_PQ_FIELD)
#undef MN_PQ_FIELD
};

// Loads the library `name`, which stays loaded, and sets `pq` to its functions. Returns null if the library has all of them, and
// otherwise an error message, which is valid until the thread's next call.
static inline const char *_Nullable mn_pq_load(struct mn_pq *_Nonnull pq, const char *_Nonnull name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define MN_PQ_FIND(function) \
  void *function = dlsym(library, "PQ" #function); \
  if (!function) return dlerror(); \
  pq->function = (__typeof__(pq->function))function;
  MN_PQ_FUNCTIONS(MN_PQ_FIND)
#undef MN_PQ_FIND
  return 0;
}

#endif
