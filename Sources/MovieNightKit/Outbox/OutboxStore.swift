/// Where an outbox keeps its lines: a file by ``OutboxPlace/file(_:)``, or what an app brings, as a file that it encrypts.
///
/// One outbox uses it, one call at a time.
public protocol OutboxStore: Sendable {
  /// All that was appended, or put in its place; empty where there is nothing yet. What the last append left incomplete,
  /// when the app was ended in it, may be there in part.
  func read() throws(ClientError) -> [UInt8]
  /// Adds to the end, and returns when it is there to stay.
  func append(_ bytes: [UInt8]) throws(ClientError)
  /// Puts `bytes` in the place of everything: whatever happens, there is all of the one or all of the other.
  func replace(with bytes: [UInt8]) throws(ClientError)
  /// It is not used any more. May be called again.
  func close()
}

/// Where an outbox keeps commands.
public enum OutboxPlace: Sendable {
  /// For as long as the outbox lives.
  case memory
  /// In a file of that path, which is made where there is none, and only its owner can read: also after the app was
  /// ended. It belongs to one member, and to one outbox at a time.
  case file(String)
  /// In an ``OutboxStore`` that the app brings.
  case store(any OutboxStore)
}

/// Keeps nothing beyond what the outbox itself has in memory.
struct MemoryOutboxStore: OutboxStore {
  func read() -> [UInt8] { [] }
  func append(_ bytes: [UInt8]) {}
  func replace(with bytes: [UInt8]) {}
  func close() {}
}
