/// The reason why a store operation failed. `description` is for logs: it has paths and numbers, never content of events or
/// texts.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error, for programs.
  public enum Code: Sendable, Equatable {
    /// The address is invalid, or names a kind of store that this program was built without.
    case badAddress
    /// The store cannot be opened: permissions, a missing folder or library.
    case cannotOpen
    /// Another process holds the store.
    case locked
    /// The schema is newer than this program.
    case newerSchema
    /// The stored data is not what was written.
    case damaged
    /// The store's history differs from the known one: it was restored, has lost data, or is an outdated copy.
    case otherHistory
    /// The durable step failed: the group may have been recorded or not.
    case outcomeUnknown
    /// The store does not answer now (disk full, connection lost). Nothing was changed.
    case unavailable
    /// A command that was supposed to be new was carried out before. Nothing was changed.
    case notNew
    /// A copy into the store was interrupted, so it is neither empty nor complete.
    case unfinishedCopy
    /// The call was wrong, for example an import of events that do not follow the head.
    case misuse
  }

  public let code: Code
  /// The description of what happened and where.
  public let message: String
  /// The advice for the operator.
  public let hint: String?
  /// The position of the damaged event, if it is one.
  public let position: Position?

  public init(_ code: Code, _ message: String, hint: String? = nil, position: Position? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.position = position
  }

  /// Whether waiting does not help, because this program cannot continue with the store.
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
