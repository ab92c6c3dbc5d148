import CLinux
import Glibc
import Platform

/// The output lines that one peer has not taken yet. Small pieces are collected in chunks, so that one system call
/// sends many. A large piece becomes a chunk without a copy, so that an answer for many peers is in memory only once.
struct OutputBuffer {
  // The capacity that an empty buffer keeps. Small, because ten thousand connections may have held large answers.
  private static let keptCapacity = 4 << 10
  // The size of a chunk: as many bytes as a connection sends in one turn (`TransportLimits.bytesSentPerTurn`).
  private static let chunkSize = 256 << 10
  private static let largePiece = 32 << 10

  /// The complete chunks. Those before `firstChunk` have been sent, and are empty.
  private(set) var chunks: [[UInt8]] = []
  private var firstChunk = 0
  private(set) var tail: [UInt8] = []
  /// The number of bytes already sent of the chunk at `firstChunk`, or of `tail` if there is no such chunk.
  private(set) var sentBytes = 0
  private(set) var unsent = 0

  mutating func append(line: [UInt8]) { append(OutgoingLine(line)) }

  /// Appends a line and its line ending.
  mutating func append(_ line: OutgoingLine) {
    // Includes the line ending. Otherwise appending it would move all the bytes.
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

  /// Makes room for `count` bytes in `tail`. Doubles its capacity, as an array, but not beyond a chunk's size.
  private mutating func reserve(_ count: Int) {
    guard tail.capacity < count else { return }
    tail.reserveCapacity(min(max(count, 2 * tail.capacity), max(count, Self.chunkSize)))
  }

  private mutating func closeTail() {
    guard !tail.isEmpty else { return }
    chunks.append(tail)
    tail = []
  }

  /// Sends as many bytes as the socket takes without waiting, at most `limit`. Returns the number of bytes sent.
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
        // With MSG_NOSIGNAL, sending to a peer that has closed the connection fails without SIGPIPE.
        try systemCall("send") { Glibc.send(socket, buffer.baseAddress! + start, count, Int32(MSG_NOSIGNAL)) }
      }
    }
    return try outcome.get()
  }

  mutating func discard() { self = OutputBuffer() }

  /// Counts bytes as sent, and releases their chunk if all of it has been sent.
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
    // Moves at most as many chunks as have been sent, so that each chunk is moved about once.
    if firstChunk * 2 >= chunks.count {
      chunks.removeFirst(firstChunk)
      firstChunk = 0
    }
  }
}
