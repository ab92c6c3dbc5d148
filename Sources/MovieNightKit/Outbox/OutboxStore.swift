/// The storage of an outbox: a file by ``OutboxPlace/file(_:)``, or an app's own, such as an encrypted file.
///
/// One outbox uses it, one call at a time.
public protocol OutboxStore: Sendable {
  /// Everything appended or replaced so far; empty if there is nothing. May end with a part of an interrupted append.
  func read() throws(ClientError) -> [UInt8]
  /// Appends bytes, and returns when they are durable.
  func append(_ bytes: [UInt8]) throws(ClientError)
  /// Replaces everything with `bytes`, atomically.
  func replace(with bytes: [UInt8]) throws(ClientError)
  /// Releases the storage. May be called again.
  func close()
}

/// The place where an outbox keeps commands.
public enum OutboxPlace: Sendable {
  /// In memory, as long as the outbox exists.
  case memory
  /// In a file at that path, created if there is none, and readable only by its owner. It outlives the app, and belongs to
  /// one member, and to one outbox at a time.
  case file(String)
  /// In an app's own ``OutboxStore``.
  case store(any OutboxStore)
}

/// A store that keeps nothing beyond what the outbox itself has in memory.
struct MemoryOutboxStore: OutboxStore {
  func read() -> [UInt8] { [] }
  func append(_ bytes: [UInt8]) {}
  func replace(with bytes: [UInt8]) {}
  func close() {}
}
