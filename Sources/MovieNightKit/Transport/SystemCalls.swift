// The one file of this module that knows a C library: what Darwin, Glibc, Musl and Bionic share, and where they differ.
import MovieNightPrimitives

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

/// The number of an error of the system.
struct SystemError: Error {
  let code: Int32

  static var last: SystemError { SystemError(code: errno) }
  static var timedOut: SystemError { SystemError(code: ETIMEDOUT) }
  static var noAddress: SystemError { SystemError(code: EADDRNOTAVAIL) }

  /// Nothing is there now, or the call was interrupted: try again later.
  var isPassing: Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }
  var isInProgress: Bool { code == EINPROGRESS || code == EINTR }

  var text: String { String(cString: strerror(code)) }
}

/// System calls with their errors as values. None of them blocks for long, but `lookUp` and those on files.
enum SystemCalls {
  // MARK: Time

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

  /// An address as `connect` takes it.
  struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]
  }

  /// Nil where the path is too long for a socket.
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

  /// All addresses of a host, in the order in which they are to be tried. Blocks while a name is looked up.
  /// - Parameter numeric: whether the host must be an address already, so that nothing is looked up.
  static func lookUp(_ host: String, _ port: UInt16, numeric: Bool) -> Result<[SocketAddress], LookUpError> {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_NUMERICSERV | (numeric ? AI_NUMERICHOST : 0)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0 else { return .failure(LookUpError(text: String(cString: gai_strerror(status)))) }
    defer { freeaddrinfo(found) }
    var addresses: [SocketAddress] = []
    var candidate = found
    while let info = candidate {
      let bytes = UnsafeRawBufferPointer(start: info.pointee.ai_addr, count: Int(info.pointee.ai_addrlen))
      addresses.append(SocketAddress(family: info.pointee.ai_family, bytes: Array(bytes)))
      candidate = info.pointee.ai_next
    }
    return .success(addresses)
  }

  struct LookUpError: Error {
    let text: String
  }

  /// A stream socket that never blocks, is not handed on to other programs, and raises no SIGPIPE.
  static func openSocket(_ family: Int32) -> Result<Int32, SystemError> {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { return .failure(.last) }
    #if !canImport(Glibc)
      makeNonBlocking(descriptor)
    #endif
    #if canImport(Darwin)
      var on: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return .success(descriptor)
  }

  private static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Small messages go at once. Only a matter of speed: a connection without it works as well.
  static func sendAtOnce(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Nil when it stands at once.
  static func connect(_ descriptor: Int32, _ target: SocketAddress) -> SystemError? {
    let status = target.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        #if canImport(Darwin)
          Darwin.connect(descriptor, address.baseAddress, socklen_t(bytes.count))
        #elseif canImport(Glibc)
          Glibc.connect(descriptor, address.baseAddress, socklen_t(bytes.count))
        #elseif canImport(Musl)
          Musl.connect(descriptor, address.baseAddress, socklen_t(bytes.count))
        #elseif canImport(Android)
          Android.connect(descriptor, address.baseAddress!, socklen_t(bytes.count))
        #elseif canImport(Bionic)
          Bionic.connect(descriptor, address.baseAddress!, socklen_t(bytes.count))
        #endif
      }
    }
    return status == 0 ? nil : .last
  }

  /// What has become of a connection that was begun; nil when it stands.
  static func connectionError(_ descriptor: Int32) -> SystemError? {
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 else { return .last }
    return failure == 0 ? nil : SystemError(code: failure)
  }

  /// How many bytes the socket took.
  static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Result<Int, SystemError> {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { chunk in
      #if canImport(Darwin)
        Darwin.send(descriptor, chunk.baseAddress, chunk.count, flags)
      #elseif canImport(Glibc)
        Glibc.send(descriptor, chunk.baseAddress, chunk.count, flags)
      #elseif canImport(Musl)
        Musl.send(descriptor, chunk.baseAddress, chunk.count, flags)
      #elseif canImport(Android)
        Android.send(descriptor, chunk.baseAddress!, chunk.count, flags)
      #elseif canImport(Bionic)
        Bionic.send(descriptor, chunk.baseAddress!, chunk.count, flags)
      #endif
    }
    return count >= 0 ? .success(count) : .failure(.last)
  }

  /// What has come; empty at the end of the stream.
  static func receive(_ descriptor: Int32) -> Result<[UInt8], SystemError> {
    withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
      let count = recv(descriptor, chunk.baseAddress!, chunk.count, 0)
      guard count >= 0 else { return .failure(.last) }
      return .success(Array(chunk[..<count]))
    }
  }

  // MARK: Waiting

  /// What a descriptor is waited for.
  enum Readiness: Sendable {
    case readable, writable
  }

  /// Two ends of a pipe by which a thread that waits is woken: what is written to the second comes out of the first.
  ///
  /// - Returns: nil where the process has too many files.
  static func openPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    ends.forEach(makeNonBlocking)
    return (ends[0], ends[1])
  }

  static func writeByte(_ descriptor: Int32) {
    var byte: UInt8 = 0
    // A pipe that takes no more wakes whoever waits as well.
    _ = write(descriptor, &byte, 1)
  }

  static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { chunk in
      while read(descriptor, chunk.baseAddress!, chunk.count) == chunk.count {}
    }
  }

  /// Waits until one of the descriptors can be used, for `duration` at most; nil waits for ever.
  /// - Returns: for each whether it can. Errors and hang-ups show themselves in the next call on it.
  static func poll(_ descriptors: [(Int32, Readiness)], within duration: Duration?) -> [Bool] {
    var entries = descriptors.map { descriptor, readiness in
      pollfd(fd: descriptor, events: Int16(readiness == .readable ? POLLIN : POLLOUT), revents: 0)
    }
    var milliseconds: Int32 = -1
    if let duration {
      // Rounded up, so that the last fraction of a millisecond is not spun away; an hour at most, to fit the type.
      milliseconds = duration <= .zero ? 0 : Int32(min(duration, .seconds(3600)) / .milliseconds(1)) + 1
    }
    let count = pollAll(&entries, milliseconds)
    return count > 0 ? entries.map { $0.revents != 0 } : entries.map { _ in false }
  }

  private static func pollAll(_ entries: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.poll(&entries, nfds_t(entries.count), milliseconds)
    #elseif canImport(Glibc)
      Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
    #elseif canImport(Musl)
      Musl.poll(&entries, nfds_t(entries.count), milliseconds)
    #elseif canImport(Android)
      Android.poll(&entries, nfds_t(entries.count), milliseconds)
    #elseif canImport(Bionic)
      Bionic.poll(&entries, nfds_t(entries.count), milliseconds)
    #endif
  }

  // MARK: Threads

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own, which no signal interrupts: those are for the app's own threads.
  ///
  /// - Returns: why there is none; nil where it runs.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> SystemError? {
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
    // The types of a thread's function differ in what may be null; that it gives back what it got suits all of them.
    let status = pthread_create(
      &thread, nil,
      { argument in
        SystemCalls.runThread(argument)
        return argument
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      return SystemError(code: status)
    }
    #if canImport(Darwin) || canImport(Musl)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return nil
  }

  private static func runThread(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  }

  // MARK: Files

  /// Opens a file for reading and writing that only its owner may see; makes it where there is none.
  static func openFile(_ path: String, emptied: Bool = false) -> Result<Int32, SystemError> {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (emptied ? O_TRUNC : 0), 0o600)
    guard descriptor >= 0 else { return .failure(.last) }
    guard fchmod(descriptor, 0o600) == 0 else {
      defer { close(descriptor) }
      return .failure(.last)
    }
    return .success(descriptor)
  }

  /// Keeps others from the file until it is unlocked; false where another one has it.
  static func lockFile(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Lets others have the file, and closes it. A process that was just forked has the descriptor too, until it runs a
  /// program, and would keep the lock so long.
  static func closeLockedFile(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    closeDescriptor(descriptor)
  }

  /// Whether the open file is the one that has that path now: another may have taken its place.
  static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  /// All of a file, from its beginning.
  static func readFile(_ descriptor: Int32) -> Result<[UInt8], SystemError> {
    var bytes: [UInt8] = []
    while true {
      let offset = off_t(bytes.count)
      let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
        let count = pread(descriptor, chunk.baseAddress!, chunk.count, offset)
        if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
        return count
      }
      if count == 0 { return .success(bytes) }
      if count < 0, errno != EINTR { return .failure(.last) }
    }
  }

  /// Writes all of `bytes` from `offset` on, and returns when they are on the disk.
  static func writeFile(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int) -> SystemError? {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { chunk in
        pwrite(descriptor, chunk.baseAddress!, chunk.count, off_t(offset + written))
      }
      if count < 0, errno != EINTR { return .last }
      written += max(0, count)
    }
    return sync(descriptor)
  }

  static func truncateFile(_ descriptor: Int32, to count: Int) -> SystemError? {
    ftruncate(descriptor, off_t(count)) == 0 ? nil : .last
  }

  /// Puts the file in the place of another one, so that there is always either.
  static func renameFile(_ path: String, to target: String) -> SystemError? {
    rename(path, target) == 0 ? nil : .last
  }

  /// Returns when it is on the disk that the file has that name.
  static func syncFolder(of path: String) -> SystemError? {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .last }
    defer { close(descriptor) }
    return sync(descriptor)
  }

  private static func sync(_ descriptor: Int32) -> SystemError? {
    #if canImport(Darwin)
      // fsync(2) there leaves the bytes in the disk's own memory.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return nil }
    #endif
    return fsync(descriptor) == 0 ? nil : .last
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
