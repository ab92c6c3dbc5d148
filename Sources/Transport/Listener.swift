import CLinux
import Glibc
import Platform

package final class Listener {
  /// The actual address, with the port that the system chose if 0 was given.
  let address: ListenAddress
  let descriptor: Descriptor
  // The file of a Unix socket; nil for TCP.
  private let socketFile: SocketFile?
  private let trustedProxies: [AddressRange]

  struct Accepted: ~Copyable {
    let descriptor: Descriptor
    let peer: Peer
    /// Whether the connection comes from a trusted proxy, which first sends a header that names the client.
    let isProxied: Bool
  }

  /// Starts listening. TCP connections from `trustedProxies` must begin with a `ProxyHeader`, and others must not.
  package init(on address: ListenAddress, trustedProxies: [AddressRange] = []) throws(ListenError) {
    self.trustedProxies = trustedProxies
    switch address {
    case .tcp(let host, let port):
      descriptor = try Self.openTCP(host: host, port: port)
      socketFile = nil
      let actual = SocketAddress(ofSocket: descriptor)?.hostAndPort
      self.address = .tcp(host: actual?.host ?? host, port: actual?.port ?? port)
    case .unix(let path):
      descriptor = try Self.openUnix(path: path)
      socketFile = SocketFile(path: path)
      self.address = address
    }
  }

  /// Accepts the next waiting connection. Returns nil if none is waiting.
  func accept() throws(SystemError) -> Accepted? {
    var peerAddress = SocketAddress()
    let number: Int32
    do {
      number = try systemCall("accept4") {
        peerAddress.fill { accept4(descriptor.number, $0, $1, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)) }
      }
    } catch {
      if error.wouldBlock { return nil }
      throw error
    }
    let accepted = Descriptor(number)
    guard case .tcp = address else {
      var uid: UInt32 = 0
      try systemCall("getsockopt") { mn_peer_uid(number, &uid) }
      return Accepted(descriptor: accepted, peer: .unix(uid: uid), isProxied: false)
    }
    try setOption(accepted, Int32(IPPROTO_TCP), TCP_NODELAY)
    try setOption(accepted, SOL_SOCKET, SO_KEEPALIVE)
    guard let source = IPAddress(peerAddress) else { throw SystemError(call: "accept4", code: ECONNABORTED) }
    return Accepted(
      descriptor: accepted, peer: .tcp(address: source), isProxied: trustedProxies.contains { $0.contains(source) })
  }

  /// Removes the file of a Unix socket, if it is still the one that this listener created.
  func removeSocketFile() { socketFile?.remove() }
}

// MARK: Opening sockets

extension Listener {
  // The maximum number of unaccepted connections. The kernel lowers it to net.core.somaxconn.
  private static let waitingConnections: Int32 = 4096

  private static func openTCP(host: String, port: UInt16) throws(ListenError) -> Descriptor {
    let address = ListenAddress.tcp(host: host, port: port)
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0 else {
      throw ListenError(address: address, cause: .unknownHost(String(cString: gai_strerror(code))))
    }
    defer { freeaddrinfo(found) }

    var failure = SystemError(call: "getaddrinfo", code: EADDRNOTAVAIL)
    var next = found
    while let candidate = next {
      do {
        return try listen(on: SocketAddress(copying: candidate.pointee.ai_addr, length: candidate.pointee.ai_addrlen))
      } catch {
        failure = error
        next = candidate.pointee.ai_next
      }
    }
    throw ListenError(address: address, cause: .system(failure))
  }

  private static func openUnix(path: String) throws(ListenError) -> Descriptor {
    let address = ListenAddress.unix(path: path)
    guard let socketAddress = SocketAddress(unixPath: path) else {
      throw ListenError(address: address, cause: .pathTooLong(limit: UnixPath.longest))
    }
    switch try wrappingErrors(address, { () throws(SystemError) in try SocketFile.state(of: path, socketAddress) }) {
    case .absent: break
    case .stale: try wrappingErrors(address) { () throws(SystemError) in try systemCall("unlink") { unlink(path) } }
    case .served: throw ListenError(address: address, cause: .alreadyServed)
    case .notASocket: throw ListenError(address: address, cause: .notASocket)
    }
    return try wrappingErrors(address) { () throws(SystemError) in
      // Peers cannot connect before `listen`, so other users never have access to the socket.
      try listen(on: socketAddress) { () throws(SystemError) in try systemCall("chmod") { chmod(path, 0o600) } }
    }
  }

  @discardableResult
  private static func wrappingErrors<Result: ~Copyable>(
    _ address: ListenAddress, _ body: () throws(SystemError) -> Result
  ) throws(ListenError) -> Result {
    do {
      return try body()
    } catch {
      throw ListenError(address: address, cause: .system(error))
    }
  }

  private static func listen(
    on address: SocketAddress, whenBound: () throws(SystemError) -> Void = {}
  ) throws(SystemError) -> Descriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let opened = Descriptor(try systemCall("socket") { socket(address.family, type, 0) })
    try setOption(opened, SOL_SOCKET, SO_REUSEADDR)
    try systemCall("bind") { address.withPointer { bind(opened.number, $0, $1) } }
    try whenBound()
    try systemCall("listen") { Glibc.listen(opened.number, waitingConnections) }
    return opened
  }
}

private func setOption(_ socket: borrowing Descriptor, _ level: Int32, _ name: Int32) throws(SystemError) {
  var on: Int32 = 1
  let number = socket.number
  try systemCall("setsockopt") { setsockopt(number, level, name, &on, socklen_t(MemoryLayout<Int32>.size)) }
}

/// The file of a Unix socket. It is identified by device and inode, not only by its path.
private struct SocketFile {
  enum State { case absent, stale, served, notASocket }

  let path: String
  private let identity: Identity?

  private struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  init(path: String) {
    self.path = path
    identity = Self.status(of: path).map { Identity(device: $0.st_dev, inode: $0.st_ino) }
  }

  /// Removes the file, unless another process has replaced it.
  func remove() {
    guard identity != nil, identity == SocketFile(path: path).identity else { return }
    unlink(path)
  }

  /// Determines what is at `path`. If it is a socket, tries to connect to it.
  static func state(of path: String, _ address: SocketAddress) throws(SystemError) -> State {
    guard let status = status(of: path) else { return .absent }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return .notASocket }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let probe = Descriptor(try systemCall("socket") { socket(AF_UNIX, type, 0) })
    do {
      try systemCall("connect") { address.withPointer { connect(probe.number, $0, $1) } }
      return .served
    } catch {
      switch error.code {
      case ECONNREFUSED: return .stale
      case ENOENT: return .absent
      // The queue of the socket is full, so a process is listening but is busy.
      case EAGAIN: return .served
      default: throw error
      }
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
