struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The index up to which the buffer was searched for a line feed, so that a long line is searched only once.
  private var searched = 0
  private let maximumLineBytes: Int

  init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
  }

  mutating func append(_ received: UnsafeRawBufferPointer) {
    if start > 0, start * 2 >= bytes.count {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: received)
  }

  /// Removes the next complete line and returns it without its line ending; nil if there is none. Skips empty lines.
  mutating func next() throws(ClientError) -> [UInt8]? {
    while let end = nextLineFeed() {
      var line = bytes[start..<end]
      start = end + 1
      searched = start
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.count <= maximumLineBytes else { throw tooLong }
      if !line.isEmpty { return Array(line) }
    }
    guard bytes.count - start <= maximumLineBytes else { throw tooLong }
    return nil
  }

  private mutating func nextLineFeed() -> Int? {
    let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = end ?? bytes.count
    return end
  }

  private var tooLong: ClientError { .protocolViolation("a line of more than \(maximumLineBytes) bytes") }
}
