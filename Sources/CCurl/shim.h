// libcurl, for the trait `TMDb`.
#include <curl/curl.h>

#ifndef MOVIENIGHT_CCURL_H
#define MOVIENIGHT_CCURL_H

#include <pthread.h>

// Declared here, because _GNU_SOURCE would change types that Swift's own Glibc module has already seen.
extern int pthread_setname_np(pthread_t, const char *);

// Functions with a variable number of arguments, which Swift does not import.
static inline CURLcode mn_curl_set_number(CURL *transfer, CURLoption option, long value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode mn_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
  return curl_easy_setopt(transfer, option, value);
}
typedef size_t (*mn_curl_taker)(char *bytes, size_t one, size_t count, void *context);
static inline CURLcode mn_curl_set_taker(CURL *transfer, CURLoption option, mn_curl_taker value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLMcode mn_curl_set_number_of_all(CURLM *transfers, CURLMoption option, long value) {
  return curl_multi_setopt(transfers, option, value);
}
static inline long mn_curl_number(CURL *transfer, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(transfer, info, &value) == CURLE_OK ? value : 0;
}
static inline curl_off_t mn_curl_size(CURL *transfer, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(transfer, info, &value) == CURLE_OK ? value : 0;
}

// What is called otherwise, or missing, in older versions.
static inline CURLcode mn_curl_allow_http_only(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
// A transfer that ends while its host's name is looked up does not wait for the end of that, and with it all others:
// it can take half a minute.
static inline void mn_curl_leave_lookups(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)transfer;
#endif
}

#endif
