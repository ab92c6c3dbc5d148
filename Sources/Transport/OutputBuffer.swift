import CLinux
import Glibc
import Platform

/// The output lines that one peer has not taken yet. Small pieces are collected in chunks, so that one system call sends many of
/// them. A large piece is a chunk of its own and is not copied: an answer that many ask for is in memory once.
struct OutputBuffer {
  // A connection that had one large answer does not keep its memory; ten thousand of them keep little each.
  private static let keptCapacity = 4 << 10
  // As much as a connection sends in one turn.
  private static let chunkSize = 256 << 10
  private static let largePiece = 32 << 10

  /// Complete chunks. Those before `firstChunk` are sent and empty.
  private(set) var chunks: [[UInt8]] = []
  private var firstChunk = 0
  private(set) var tail: [UInt8] = []
  /// The bytes already sent of the first chunk, or of `tail` if there is no other.
  private(set) var sentBytes = 0
  private(set) var unsent = 0

  mutating func append(line: [UInt8]) { append(OutgoingLine(line)) }

  /// Appends the line and its end.
  mutating func append(_ line: OutgoingLine) {
    // Includes the line's end: otherwise everything would be moved for one byte.
    if tail.isEmpty { tail.reserveCapacity(min(line.count + 1, Self.largePiece)) }
    write(line)
    tail.append(UInt8(ascii: "\n"))
    unsent += 1
  }

  private mutating func write(_ line: OutgoingLine) {
    write(line.opening)
    write(line.middle)
    for (index, element) in line.elements.enumerated() {
      if index > 0 {
        tail.append(UInt8(ascii: ","))
        unsent += 1
      }
      write(element)
    }
    write(line.closing)
  }

  private mutating func write(_ piece: [UInt8]) {
    unsent += piece.count
    if piece.count >= Self.largePiece {
      closeTail()
      chunks.append(piece)
    } else {
      if tail.count + piece.count > Self.chunkSize { closeTail() }
      reserve(tail.count + piece.count)
      tail.append(contentsOf: piece)
    }
  }

  /// Doubles the capacity of `tail` as an array does, but not beyond a chunk.
  private mutating func reserve(_ count: Int) {
    guard tail.capacity < count else { return }
    tail.reserveCapacity(min(max(count, 2 * tail.capacity), max(count, Self.chunkSize)))
  }

  private mutating func closeTail() {
    guard !tail.isEmpty else { return }
    chunks.append(tail)
    tail = []
  }

  /// Sends as much as the socket takes without waiting, at most `limit` bytes. Returns how many it took.
  mutating func send(to socket: Int32, atMost limit: Int) throws(SystemError) -> Int {
    var total = 0
    while unsent > 0, total < limit {
      let isTail = firstChunk == chunks.count
      let size = isTail ? tail.count : chunks[firstChunk].count
      let count = min(size - sentBytes, limit - total)
      do {
        let taken = try Self.send(isTail ? tail : chunks[firstChunk], from: sentBytes, count, to: socket)
        total += taken
        release(taken, of: size)
        if taken < count { break }
      } catch {
        guard error.wouldBlock, total > 0 else { throw error }
        break
      }
    }
    return total
  }

  private static func send(
    _ chunk: [UInt8], from start: Int, _ count: Int, to socket: Int32
  ) throws(SystemError) -> Int {
    let outcome: Result<Int, SystemError> = chunk.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in
        // MSG_NOSIGNAL: for a peer that is gone, an error instead of a SIGPIPE for the process.
        try systemCall("send") { Glibc.send(socket, buffer.baseAddress! + start, count, Int32(MSG_NOSIGNAL)) }
      }
    }
    return try outcome.get()
  }

  mutating func discard() { self = OutputBuffer() }

  /// Counts bytes as sent, and releases a chunk that is sent completely.
  private mutating func release(_ count: Int, of chunkSize: Int) {
    unsent -= count
    sentBytes += count
    guard sentBytes == chunkSize else { return }
    sentBytes = 0
    guard firstChunk < chunks.count else {
      return tail.removeAll(keepingCapacity: tail.capacity <= Self.keptCapacity)
    }
    chunks[firstChunk] = []
    firstChunk += 1
    // Moves at most as many as were sent, so that each moves about once.
    if firstChunk * 2 >= chunks.count {
      chunks.removeFirst(firstChunk)
      firstChunk = 0
    }
  }
}
