import CLinux
import Glibc

/// An IP address without a port. An IPv4 address equals its IPv4-mapped IPv6 form.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in IPv6 form. The IPv4 address `a.b.c.d` is stored as `::ffff:a.b.c.d`.
  fileprivate let bits: UInt128

  fileprivate static let version4Prefix = UInt128(0xFFFF) << 32

  fileprivate init(bits: UInt128) { self.bits = bits }

  /// Creates an address from 4 bytes (IPv4) or 16 bytes (IPv6) in network order. Nil for another number of bytes.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    bits = bytes.count == 4 ? Self.version4Prefix | number : number
  }

  /// Parses an address such as `192.0.2.1` or `2001:db8::1`. Nil for names, addresses with a port, and anything else.
  init?(_ text: String) {
    // `inet_pton` would stop at a zero byte and ignore the text after it.
    guard !text.utf8.contains(0) else { return nil }
    var storage = in6_addr()
    let count =
      inet_pton(AF_INET, text, &storage) == 1 ? 4 : inet_pton(AF_INET6, text, &storage) == 1 ? 16 : 0
    self.init(bytes: withUnsafeBytes(of: storage) { Array($0.prefix(count)) })
  }

  /// Creates an address from a socket address. Returns nil if that is not an IP address.
  init?(_ address: SocketAddress) {
    let bytes: [UInt8] = address.withPointer { pointer, _ in
      switch address.family {
      case AF_INET:
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
        }
      case AF_INET6:
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
        }
      default: []
      }
    }
    self.init(bytes: bytes)
  }

  var isVersion4: Bool { bits >> 32 == Self.version4Prefix >> 32 }

  /// The network that usually belongs to one customer: the address itself for IPv4, or its first 64 bits for IPv6.
  package var network: IPAddress { isVersion4 ? self : IPAddress(bits: withoutLast(64)) }

  fileprivate func withoutLast(_ count: Int) -> UInt128 { (bits >> count) << count }

  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let all = withUnsafeBytes(of: bits.bigEndian) { Array($0) }
    let bytes = isVersion4 ? Array(all.suffix(4)) : all
    _ = inet_ntop(isVersion4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A range of addresses with a common prefix (CIDR), such as `10.0.0.0/8` or `2001:db8::/32`.
package struct AddressRange: Equatable, Sendable {
  private let first: UInt128
  // The number of bits at the end of `first` that may differ within the range.
  private let freeBits: Int

  /// Parses `ADDRESS/BITS` or a single address. Returns nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    let longest = address.isVersion4 ? 32 : 128
    var length = longest
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(parts[1]), number <= longest
      else { return nil }
      length = number
    }
    freeBits = longest - length
    first = address.withoutLast(freeBits)
  }

  func contains(_ address: IPAddress) -> Bool { address.withoutLast(freeBits) == first }
}
