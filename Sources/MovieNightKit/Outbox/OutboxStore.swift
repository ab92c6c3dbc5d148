/// The storage of an outbox: a plain file (``OutboxPlace/file(_:)``), or an app's own, such as an encrypted file. A
/// store belongs to one outbox, which makes one call at a time.
public protocol OutboxStore: Sendable {
  /// Returns all stored bytes; empty if there are none. They may end with part of an interrupted append.
  func read() throws(ClientError) -> [UInt8]
  /// Appends bytes, and returns when they are durable.
  func append(_ bytes: [UInt8]) throws(ClientError)
  /// Replaces all stored bytes with `bytes`, atomically.
  func replace(with bytes: [UInt8]) throws(ClientError)
  /// Releases the storage. May be called more than once.
  func close()
}

/// The place where an outbox keeps commands. Not `Hashable` or `Codable`, because an app's store may be neither.
public enum OutboxPlace: Sendable {
  /// In memory, as long as the outbox exists.
  case memory
  /// In a file at that path, which is created if it does not exist, and is readable only by its owner. Commands survive
  /// a restart of the app. A file belongs to one member, and only one outbox can open it at a time.
  case file(String)
  /// In an app's own ``OutboxStore``.
  case store(any OutboxStore)
}

/// A store that keeps nothing, for an outbox whose contents are only in memory.
struct MemoryOutboxStore: OutboxStore {
  func read() -> [UInt8] { [] }
  func append(_ bytes: [UInt8]) {}
  func replace(with bytes: [UInt8]) {}
  func close() {}
}
