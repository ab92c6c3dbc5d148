/// An error that a store operation throws. Its `description` is safe to log: it contains paths and numbers, but never
/// the content of events or texts.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Code: Sendable, Equatable {
    /// The address is invalid, or names a kind of store that this program was built without.
    case badAddress
    /// The store cannot be opened, for example because of its permissions, or because a folder or a library is missing.
    case cannotOpen
    /// Another process holds the store, or another rebuild is in progress.
    case locked
    /// The schema or the read models were written by a newer version of this program.
    case newerSchema
    /// The stored data differs from the data that was written.
    case damaged
    /// The store's history differs from the known one, because it was restored, has lost data, or is an outdated copy.
    case otherHistory
    /// The step that makes a group durable failed, so the group may or may not have been recorded.
    case outcomeUnknown
    /// The store is temporarily unavailable, as with a full disk or a lost connection. Nothing was recorded.
    case unavailable
    /// A command that was assumed to be new (`assumeNew`) was carried out before. Nothing was recorded.
    case notNew
    /// A copy into the store was interrupted, so it is neither empty nor complete.
    case unfinishedCopy
    /// The caller made an invalid call, such as an import of events that do not follow the head.
    case misuse
  }

  public let code: Code
  /// A description of the failure, and of the place where it happened.
  public let message: String
  /// The advice for the operator, if there is any.
  public let hint: String?
  /// The position of the damaged or missing event; nil if it is not about one event, or its position is unknown.
  public let position: Position?

  public init(_ code: Code, _ message: String, hint: String? = nil, position: Position? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.position = position
  }

  /// Whether the error is permanent: this program cannot continue with the store, however long it waits.
  public var isPermanent: Bool { code == .otherHistory || code == .newerSchema }

  public static func otherHistory(_ place: String, at position: Position) -> StoreError {
    StoreError(
      .otherHistory, "\(place) lacks the event at position \(position), which this server has seen",
      hint: "It was restored, or is an outdated copy. Use the current store, or restart all servers.")
  }

  public static func damagedEvent(_ place: String, at position: Position) -> StoreError {
    StoreError(
      .damaged, "\(place): the event at position \(position) does not match its checksum",
      hint: "List all damage with: movienight verify. Restore a backup.", position: position)
  }

  public var description: String { hint.map { "\(message). \($0)" } ?? message }
}
