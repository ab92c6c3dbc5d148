// Declarations that `import Glibc` lacks, such as epoll, eventfd, peer credentials and crypt.
#ifndef MOVIENIGHT_CLINUX_H
#define MOVIENIGHT_CLINUX_H

#include <crypt.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Declared here, because _GNU_SOURCE would change types that Swift's own Glibc module has already seen.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
extern int pthread_setname_np(pthread_t, const char *);

// Prevents core dumps of this process, which would contain its memory. Returns 0 on success.
static inline int mn_keep_from_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Sets `uid` to the user id of the process at the other end of a Unix socket. Returns 0 on success.
static inline int mn_peer_uid(int descriptor, uint32_t *uid) {
  struct { int32_t pid; uint32_t uid; uint32_t gid; } credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, 17 /* SO_PEERCRED */, &credentials, &size) != 0) return -1;
  *uid = credentials.uid;
  return 0;
}

// Computes the one-way digest of `key` with `setting` (crypt(3)), and writes it to `digest` with a terminating zero. Returns 0 on
// success; -1 if libcrypt refuses the setting, if the digest does not fit, or if there is no memory.
static inline int mn_crypt(const char *key, const char *setting, char *digest, size_t capacity) {
  struct crypt_data *data = (struct crypt_data *)calloc(1, sizeof *data);
  if (!data) return -1;
  const char *made = crypt_r(key, setting, data);
  int result = -1;
  if (made && made[0] != '*' && strlen(made) < capacity) {
    strcpy(digest, made);
    result = 0;
  }
  explicit_bzero(data, sizeof *data);
  free(data);
  return result;
}

static inline int mn_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

// Returns the number of sent bytes that the peer's side has not accepted yet; -1 if that is unknown.
static inline int mn_unsent_bytes(int descriptor) {
  int count;
  return ioctl(descriptor, TIOCOUTQ, &count) == 0 ? count : -1;
}

// Returns the width of a terminal in columns; 0 if it is unknown.
static inline int mn_window_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

#endif
