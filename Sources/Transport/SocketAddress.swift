import CLinux
import Glibc
import Platform

package struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length: socklen_t

  package var family: Int32 { Int32(storage.ss_family) }

  init() { length = socklen_t(MemoryLayout<sockaddr_storage>.size) }

  /// Creates the address that a socket is bound to.
  init?(ofSocket socket: borrowing Descriptor) {
    self.init()
    let number = socket.number
    guard fill({ getsockname(number, $0, $1) }) == 0 else { return nil }
  }

  package init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    self.length = length
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  /// Creates the address of a Unix socket. Returns nil if the path is empty or longer than `UnixPath.longest`.
  package init?(unixPath path: String) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= UnixPath.longest else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sockaddr_un>.size)
    withUnsafeMutableBytes(of: &storage) { target in
      withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
    }
  }

  mutating func fill(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> Int32 {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
    }
  }

  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), length) }
  }

  /// The numeric host and the port of an IP address; nil for any other address.
  var hostAndPort: (host: String, port: UInt16)? {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let code = withPointer { address, length in
      getnameinfo(
        address, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
    }
    guard code == 0, let number = UInt16(text(port)) else { return nil }
    return (text(host), number)
  }

  private func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
