// The only file of this module that imports a C library. Handles the differences of Darwin, Glibc, Musl and Bionic.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Bionic)
  import Bionic
#endif

/// An error number of a system call.
struct SystemError: Error {
  let code: Int32
  /// Whether the number is one of `getaddrinfo`, which has error numbers of its own.
  var isResolverError = false

  static var last: SystemError { SystemError(code: errno) }
  static var timedOut: SystemError { SystemError(code: ETIMEDOUT) }
  static var noAddress: SystemError { SystemError(code: EADDRNOTAVAIL) }

  /// Whether to try again later, because the call would block or was interrupted.
  var isTransient: Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }
  var isInProgress: Bool { code == EINPROGRESS || code == EINTR }

  var text: String { isResolverError ? String(cString: gai_strerror(code)) : String(cString: strerror(code)) }
}

/// System calls that throw their errors. Apart from `wait`, only `lookUp` and the calls on files block for long.
enum SystemCalls {
  /// Throws the last error if a call has returned less than 0.
  @discardableResult
  private static func check<Value: SignedInteger>(_ returned: Value) throws(SystemError) -> Value {
    if returned < 0 { throw .last }
    return returned
  }

  // MARK: Clocks

  static func wallTime() -> Timestamp {
    let time = time(of: CLOCK_REALTIME)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  static func uptime() -> Duration {
    let time = time(of: CLOCK_MONOTONIC)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  private static func time(of clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }

  // MARK: Sockets

  struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]
  }

  /// Returns the address of a Unix socket; nil if the path is too long.
  static func unixAddress(_ path: String) -> SocketAddress? {
    var target = sockaddr_un()
    let size = MemoryLayout<sockaddr_un>.size
    target.sun_family = sa_family_t(AF_UNIX)
    #if canImport(Darwin)
      target.sun_len = UInt8(size)
    #endif
    let fits = withUnsafeMutableBytes(of: &target.sun_path) { room in
      guard path.utf8.count < room.count else { return false }
      room.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { return nil }
    return SocketAddress(family: AF_UNIX, bytes: withUnsafeBytes(of: &target) { Array($0) })
  }

  /// Returns a host's addresses in the order to try. Blocks to resolve a name, unless `numeric` allows only IPs.
  static func lookUp(_ host: String, _ port: UInt16, numeric: Bool) throws(SystemError) -> [SocketAddress] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_NUMERICSERV | (numeric ? AI_NUMERICHOST : 0)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0 else { throw SystemError(code: status, isResolverError: true) }
    defer { freeaddrinfo(found) }
    var addresses: [SocketAddress] = []
    var candidate = found
    while let info = candidate?.pointee {
      let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
      addresses.append(SocketAddress(family: info.ai_family, bytes: Array(bytes)))
      candidate = info.ai_next
    }
    return addresses
  }

  /// Opens a non-blocking stream socket, closed on exec, without SIGPIPE on Darwin; elsewhere, see `sendBytes`.
  static func openSocket(_ family: Int32) throws(SystemError) -> Int32 {
    #if canImport(Glibc)
      return try check(
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0))
    #else
      let descriptor = try check(socket(family, SOCK_STREAM, 0))
      makeNonBlocking(descriptor)
      #if canImport(Darwin)
        setOption(SOL_SOCKET, SO_NOSIGPIPE, of: descriptor)
      #endif
      return descriptor
    #endif
  }

  private static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Disables Nagle's algorithm. Errors are ignored, because only the speed depends on it.
  static func disableNagleAlgorithm(_ descriptor: Int32) { setOption(Int32(IPPROTO_TCP), TCP_NODELAY, of: descriptor) }

  private static func setOption(_ level: Int32, _ option: Int32, of descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Starts to connect; returns whether that is done. If not, the socket is writable when the outcome is known.
  static func beginConnecting(_ descriptor: Int32, _ target: SocketAddress) throws(SystemError) -> Bool {
    let status = target.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress!, socklen_t(bytes.count)) }
    }
    if status == 0 { return true }
    guard SystemError.last.isInProgress else { throw .last }
    return false
  }

  /// Throws the reason if connecting has failed.
  static func checkConnection(_ descriptor: Int32) throws(SystemError) {
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    try check(getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length))
    if failure != 0 { throw SystemError(code: failure) }
  }

  static func sendBytes(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return try check(bytes.withUnsafeBytes { send(descriptor, $0.baseAddress!, $0.count, flags) })
  }

  /// Receives bytes and returns them; empty at the end of the stream.
  static func receiveBytes(from descriptor: Int32) throws(SystemError) -> [UInt8] {
    try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk throws(SystemError) in
      Array(chunk[..<(try check(recv(descriptor, chunk.baseAddress!, chunk.count, 0)))])
    }
  }

  // MARK: Polling

  enum Readiness: Sendable {
    case readable, writable
  }

  /// Opens a pipe: a thread that waits for one end wakes when the other is written to. Nil if too many files are open.
  static func openPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    ends.forEach(makeNonBlocking)
    return (ends[0], ends[1])
  }

  static func writeByte(_ descriptor: Int32) {
    var byte: UInt8 = 0
    // Errors are ignored, because a pipe that is full wakes the thread as well.
    _ = write(descriptor, &byte, 1)
  }

  static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { chunk in
      while read(descriptor, chunk.baseAddress!, chunk.count) == chunk.count {}
    }
  }

  /// Waits until a descriptor is ready, for `duration` at most; nil waits forever. Returns for each descriptor whether
  /// it is ready. Errors and hang-ups count as ready.
  static func wait(for descriptors: [(Int32, Readiness)], within duration: Duration?) -> [Bool] {
    var entries = descriptors.map { descriptor, readiness in
      pollfd(fd: descriptor, events: Int16(readiness == .readable ? POLLIN : POLLOUT), revents: 0)
    }
    var milliseconds: Int32 = -1
    if let duration {
      // Rounded up, so that the last fraction of a millisecond is not a busy loop. Limited to an hour, to fit the type.
      milliseconds = duration <= .zero ? 0 : Int32(min(duration, .seconds(3600)) / .milliseconds(1)) + 1
    }
    let count = poll(&entries, nfds_t(entries.count), milliseconds)
    return entries.map { count > 0 && $0.revents != 0 }
  }

  // MARK: Threads

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread that blocks all signals, because the app's own threads are to receive them.
  static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let body = Unmanaged.passRetained(ThreadBody(body))
    // The nullability in the function's type differs between platforms. Returning the argument compiles on all of them.
    let status = pthread_create(
      &thread, nil,
      { argument in
        SystemCalls.runThread(argument)
        return argument
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      throw SystemError(code: status)
    }
    #if canImport(Darwin) || canImport(Musl)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  private static func runThread(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  }

  // MARK: Files

  /// Opens a file for reading and writing, and creates it if it does not exist. Only its owner can access it.
  static func openFile(_ path: String, truncating: Bool = false) throws(SystemError) -> Int32 {
    let descriptor = try check(open(path, O_RDWR | O_CREAT | O_CLOEXEC | (truncating ? O_TRUNC : 0), 0o600))
    guard fchmod(descriptor, 0o600) == 0 else {
      defer { close(descriptor) }
      throw .last
    }
    return descriptor
  }

  /// Locks the file without waiting. Returns false if it is locked already.
  static func lockFile(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Unlocks the file, then closes it. Without the unlocking, a forked process would hold the lock until it calls exec.
  static func closeLockedFile(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    closeDescriptor(descriptor)
  }

  /// Whether the path still names the open file. Another file may have replaced it.
  static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  static func readFile(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let offset = off_t(bytes.count)
      let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
        let count = pread(descriptor, chunk.baseAddress!, chunk.count, offset)
        if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
        return count
      }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw .last }
    }
  }

  /// Writes all of `bytes` at `offset`, and returns when they are on the disk.
  static func writeFile(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { chunk in
        pwrite(descriptor, chunk.baseAddress!, chunk.count, off_t(offset + written))
      }
      if count < 0, errno != EINTR { throw .last }
      written += max(0, count)
    }
    try sync(descriptor)
  }

  static func truncateFile(_ descriptor: Int32, to count: Int) throws(SystemError) {
    try check(ftruncate(descriptor, off_t(count)))
  }

  /// Renames a file. If the target exists, it is replaced atomically.
  static func renameFile(_ path: String, to target: String) throws(SystemError) { try check(rename(path, target)) }

  /// Syncs the directory entry of a file.
  static func syncFolder(of path: String) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try check(open(folder, O_RDONLY | O_CLOEXEC))
    defer { close(descriptor) }
    try sync(descriptor)
  }

  private static func sync(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin, fsync(2) leaves the bytes in the disk's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try check(fsync(descriptor))
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
