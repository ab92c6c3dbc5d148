import CLinux
import Glibc
import Platform

package final class Listener {
  /// The actual address, with the port that the system chose if 0 was given.
  let address: ListenAddress
  let descriptor: Descriptor
  // Nil for TCP.
  private let socketFile: SocketFile?
  private let trustedProxies: [AddressRange]

  struct Accepted: ~Copyable {
    let descriptor: Descriptor
    let peer: Peer
    /// Whether it comes from a trusted proxy, which names the client first.
    let isProxied: Bool
  }

  /// Over TCP, connections from `trustedProxies` must begin with a `ProxyHeader`; no others may.
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

  /// Accepts the next waiting connection; nil if there is none.
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

  /// Removes the file of a Unix socket, if it is still the one made here.
  func removeSocketFile() { socketFile?.remove() }
}

// MARK: Opening

extension Listener {
  // The kernel lowers it to its own limit (net.core.somaxconn).
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
      // No peer can connect between bind and listen, so the socket is never open to other users.
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

/// The file of a Unix socket, identified by device and inode, not only by its name.
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

  /// Removes it, unless another process has put its own in its place.
  func remove() {
    guard identity != nil, identity == SocketFile(path: path).identity else { return }
    unlink(path)
  }

  /// Finds out what is at `path` by connecting.
  static func state(of path: String, _ address: SocketAddress) throws(SystemError) -> State {
    guard let status = status(of: path) else { return .absent }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return .notASocket }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let knocking = Descriptor(try systemCall("socket") { socket(AF_UNIX, type, 0) })
    do {
      try systemCall("connect") { address.withPointer { connect(knocking.number, $0, $1) } }
      return .served
    } catch {
      switch error.code {
      case ECONNREFUSED: return .stale
      case ENOENT: return .absent
      // Its queue is full: a process is there, but busy.
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
