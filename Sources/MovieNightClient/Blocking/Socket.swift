import Glibc

/// A connected stream socket that never blocks: readiness is waited for with a deadline.
final class Socket {
  private let descriptor: Int32
  private let address: ServerAddress

  /// Connects, trying each address that a host name has. Throws `unreachable` when none answers by `deadline`.
  init(connectingTo address: ServerAddress, by deadline: Duration, _ clock: ClientClock) throws(ClientError) {
    self.address = address
    switch address {
    case .unix(let path): descriptor = try Self.connectUnix(path, address, deadline, clock)
    case .tcp(let host, let port): descriptor = try Self.connectTCP(host, port, address, deadline, clock)
    }
  }

  deinit { Glibc.close(descriptor) }

  struct Readiness {
    var readable: Bool
    var writable: Bool
  }

  /// Waits until the socket can be read (or also written); nil when `deadline` comes first.
  func wait(writing: Bool, by deadline: Duration, _ clock: ClientClock) -> Readiness? {
    let events = Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0)
    guard let ready = Self.poll(descriptor, events, deadline, clock) else { return nil }
    // Errors and hang-ups show themselves in the next read.
    return Readiness(
      readable: ready & Int16(POLLIN | POLLHUP | POLLERR) != 0, writable: ready & Int16(POLLOUT) != 0)
  }

  /// Sends what the socket takes now and returns how much that was; nil when the other side takes no more.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if sent >= 0 { return sent }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Appends what has come. False at the end of the stream; throws `unreachable` when the connection broke.
  func receive(into buffer: inout LineBuffer) throws(ClientError) -> Bool {
    let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
      let count = Glibc.recv(descriptor, chunk.baseAddress, chunk.count, 0)
      if count > 0 { buffer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
      return count
    }
    if count >= 0 { return count > 0 }
    if errno == EAGAIN || errno == EINTR { return true }
    throw .unreachable(address: address, reason: Self.text(errno))
  }

  // MARK: Connecting

  private static func connectUnix(
    _ path: String, _ address: ServerAddress, _ deadline: Duration, _ clock: ClientClock
  ) throws(ClientError) -> Int32 {
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < ServerAddress.maximumPathBytes else { throw .badAddress(address.description) }
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: path.utf8) }
    let failure: Int32
    switch withUnsafePointer(
      to: &target,
      { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size), deadline, clock)
        }
      })
    {
    case .success(let descriptor): return descriptor
    case .failure(let error): failure = error.code
    }
    throw .unreachable(address: address, reason: text(failure))
  }

  private static func connectTCP(
    _ host: String, _ port: UInt16, _ address: ServerAddress, _ deadline: Duration, _ clock: ClientClock
  ) throws(ClientError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0 else {
      throw .unreachable(address: address, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    var failure = EADDRNOTAVAIL
    var candidate = found
    while let info = candidate {
      switch connect(info.pointee.ai_family, info.pointee.ai_addr, info.pointee.ai_addrlen, deadline, clock) {
      case .success(let descriptor):
        var on: Int32 = 1
        // Only a matter of speed: a connection without it works as well.
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
      case .failure(let error): failure = error.code
      }
      candidate = info.pointee.ai_next
    }
    throw .unreachable(address: address, reason: text(failure))
  }

  private struct SystemError: Error {
    let code: Int32
  }

  private static func connect(
    _ family: Int32, _ target: UnsafePointer<sockaddr>, _ size: socklen_t, _ deadline: Duration, _ clock: ClientClock
  ) -> Result<Int32, SystemError> {
    let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(family, Int32(flags), 0)
    guard descriptor >= 0 else { return .failure(SystemError(code: errno)) }
    if let failure = finishConnecting(descriptor, target, size, deadline, clock) {
      Glibc.close(descriptor)
      return .failure(SystemError(code: failure))
    }
    return .success(descriptor)
  }

  /// The error number, nil when the connection stands.
  private static func finishConnecting(
    _ descriptor: Int32, _ target: UnsafePointer<sockaddr>, _ size: socklen_t, _ deadline: Duration,
    _ clock: ClientClock
  ) -> Int32? {
    if Glibc.connect(descriptor, target, size) == 0 { return nil }
    guard errno == EINPROGRESS || errno == EINTR else { return errno }
    guard poll(descriptor, Int16(POLLOUT), deadline, clock) != nil else { return ETIMEDOUT }
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 else { return errno }
    return failure == 0 ? nil : failure
  }

  // MARK: System calls

  private static func poll(_ descriptor: Int32, _ events: Int16, _ deadline: Duration, _ clock: ClientClock)
    -> Int16?
  {
    while true {
      let left = deadline - clock.uptime()
      guard left > .zero else { return nil }
      // A round up, so that the last fraction of a millisecond is not spun away; an hour at most, to fit the type.
      let milliseconds = Int32(min(left, .seconds(3600)) / .milliseconds(1)) + 1
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      if Glibc.poll(&entry, 1, milliseconds) > 0 { return entry.revents }
    }
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
