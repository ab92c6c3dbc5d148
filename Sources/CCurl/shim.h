// libcurl, for the trait `TMDb`.
#include <curl/curl.h>

#ifndef MOVIENIGHT_CCURL_H
#define MOVIENIGHT_CCURL_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

// Declared here, because _GNU_SOURCE would change types that Swift's own Glibc module has already seen.
extern int pthread_setname_np(pthread_t, const char *);

// The functions of libcurl that this package uses, without the prefix curl_. They are looked up in a library that is loaded on
// demand, because linking libcurl and its dependencies costs every command several milliseconds and megabytes.
#define MN_CURL_FUNCTIONS(each) \
  each(global_init) \
  each(easy_init) \
  each(easy_cleanup) \
  each(easy_setopt) \
  each(easy_getinfo) \
  each(slist_append) \
  each(slist_free_all) \
  each(multi_init) \
  each(multi_setopt) \
  each(multi_perform) \
  each(multi_poll) \
  each(multi_wakeup) \
  each(multi_add_handle) \
  each(multi_remove_handle) \
  each(multi_info_read) \
  each(multi_cleanup)

// Pointers to these functions, with the types that the header declares.
struct mn_curl {
#define MN_CURL_FIELD(function) __typeof__(curl_##function) *_Nonnull function;
  MN_CURL_FUNCTIONS(MN_CURL_FIELD)
#undef MN_CURL_FIELD
};

// Loads the library `name`, which stays loaded, and sets `curl` to its functions. Returns whether the library has all of them.
static inline bool mn_curl_load(struct mn_curl *_Nonnull curl, const char *_Nonnull name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define MN_CURL_FIND(function) \
  void *function = dlsym(library, "curl_" #function); \
  if (!function) return false; \
  curl->function = (__typeof__(curl->function))function;
  MN_CURL_FUNCTIONS(MN_CURL_FIND)
#undef MN_CURL_FIND
  return true;
}

typedef const struct mn_curl *_Nonnull mn_curl_functions;

// Wrappers of variadic functions, which Swift cannot call.
static inline CURLcode mn_curl_set_number(mn_curl_functions curl, CURL *transfer, CURLoption option, long value) {
  return curl->easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_size(mn_curl_functions curl, CURL *transfer, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_text(mn_curl_functions curl, CURL *transfer, CURLoption option, const char *value) {
  return curl->easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_list(
    mn_curl_functions curl, CURL *transfer, CURLoption option, struct curl_slist *value) {
  return curl->easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_pointer(mn_curl_functions curl, CURL *transfer, CURLoption option, void *value) {
  return curl->easy_setopt(transfer, option, value);
}
typedef size_t (*mn_curl_taker)(char *bytes, size_t one, size_t count, void *context);
static inline CURLcode mn_curl_set_taker(
    mn_curl_functions curl, CURL *transfer, CURLoption option, mn_curl_taker value) {
  return curl->easy_setopt(transfer, option, value);
}
static inline CURLMcode mn_curl_set_number_of_all(
    mn_curl_functions curl, CURLM *transfers, CURLMoption option, long value) {
  return curl->multi_setopt(transfers, option, value);
}
static inline long mn_curl_number(mn_curl_functions curl, CURL *transfer, CURLINFO info) {
  long value = 0;
  return curl->easy_getinfo(transfer, info, &value) == CURLE_OK ? value : 0;
}
static inline curl_off_t mn_curl_size(mn_curl_functions curl, CURL *transfer, CURLINFO info) {
  curl_off_t value = 0;
  return curl->easy_getinfo(transfer, info, &value) == CURLE_OK ? value : 0;
}

// Options that have another name, or are missing, in older versions of libcurl.
static inline CURLcode mn_curl_allow_http_only(mn_curl_functions curl, CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl->easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl->easy_setopt(transfer, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
// Lets a transfer end without waiting for its name lookup, which can take half a minute and would delay all other transfers.
static inline void mn_curl_leave_lookups(mn_curl_functions curl, CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl->easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)curl;
  (void)transfer;
#endif
}

#endif
