import CLinux
import Glibc
import Testing

@testable import Platform
@testable import Transport

@Suite final class OutputBufferTests {
  private let socket: Int32
  private let peer: Descriptor
  private let descriptor: Descriptor
  private var buffer = OutputBuffer()

  init() throws {
    var pair: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try systemCall("socketpair") { socketpair(AF_UNIX, type, 0, &pair) }
    socket = pair[0]
    descriptor = Descriptor(pair[0])
    peer = Descriptor(pair[1])
  }

  /// Reads everything that has arrived at the other end.
  private func received() -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = recv(peer.number, &chunk, chunk.count, 0)
      guard count > 0 else { return all }
      all += chunk[..<count]
    }
  }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

  @Test func sentBytesEqualAppendedLinesInOrder() throws {
    var expected: [UInt8] = []
    let sizes = [3, 40_000, 0, 70_000, 32 << 10, 5, 64 << 10, 300_000, 31_000, 31_000, 31_000]
    for size in sizes {
      let middle = bytes(size)
      let line = OutgoingLine(Array("<".utf8), middle, Array(">".utf8))
      buffer.append(line)
      expected += line.bytes + [UInt8(ascii: "\n")]
    }
    let array = OutgoingLine(arrayOf: sizes.map { OutgoingLine(bytes($0)) })
    buffer.append(array)
    #expect(array.bytes.count == array.count)
    expected += array.bytes + [UInt8(ascii: "\n")]
    #expect(buffer.unsent == expected.count)
    var arrived: [UInt8] = []
    while buffer.unsent > 0 {
      let taken = try buffer.send(to: socket, atMost: 50_001)
      #expect((1...50_001).contains(taken))
      arrived += received()
    }
    #expect(arrived == expected)
    #expect(buffer.sentBytes == 0)
  }

  @Test func fullSocketTakesPartOfOutputThenFails() throws {
    let all = bytes(8 << 20)
    buffer.append(line: all)
    let taken = try buffer.send(to: socket, atMost: .max)
    #expect(taken < all.count && buffer.unsent == all.count + 1 - taken)
    #expect(throws: SystemError.self) { try buffer.send(to: socket, atMost: .max) }
    #expect(received() == Array(all[..<taken]))
  }

  @Test func largePieceIsNotCopied() {
    let piece = bytes(1 << 20)
    buffer.append(OutgoingLine(Array("[".utf8), piece, Array("]".utf8)))
    let original = piece.withUnsafeBytes { $0.baseAddress }
    #expect(buffer.chunks.contains { $0.withUnsafeBytes { $0.baseAddress } == original })
  }

  @Test func discardedOutputIsGone() throws {
    buffer.append(line: bytes(100_000))
    _ = try buffer.send(to: socket, atMost: 10)
    buffer.discard()
    #expect(buffer.unsent == 0 && buffer.sentBytes == 0)
  }
}
