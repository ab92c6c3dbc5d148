/// Why a store could not do what it was asked.
///
/// `description` is for the operator's log: it names places and numbers, never what events or texts say.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a program tells errors apart by.
  public enum Code: Sendable, Equatable {
    /// The address names no store, or one that this program was built without.
    case badAddress
    /// The store cannot be opened: permissions, a missing folder or library.
    case cannotOpen
    /// Another process holds it.
    case locked
    /// Its schema is newer than this program.
    case newerSchema
    /// What stands there cannot be what was written.
    case damaged
    /// It has another history than the one that was worked on: it was restored, lost something, or is a copy that was
    /// behind.
    case otherHistory
    /// The durable step failed: the group may stand or not.
    case outcomeUnknown
    /// It does not answer now (disk full, connection lost). Nothing was changed.
    case unavailable
    /// A command that the group supposed to be new was carried out before. Nothing was changed.
    case notNew
    /// A copy into the store was interrupted; it is neither empty nor whole.
    case unfinishedCopy
    /// The call itself was wrong: events for an import that do not follow the head.
    case misuse
  }

  public let code: Code
  /// What happened, with the values that tell where.
  public let message: String
  /// What the operator can do about it.
  public let hint: String?
  /// Of the event that is damaged, where it is one.
  public let position: Position?

  public init(_ code: Code, _ message: String, hint: String? = nil, position: Position? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.position = position
  }

  /// Whether waiting does not help: the store is not, or no longer, what this program can go on with.
  public var isForGood: Bool { code == .otherHistory || code == .newerSchema }

  public static func otherHistory(_ place: String, at position: Position) -> StoreError {
    StoreError(
      .otherHistory, "\(place) lacks the event at position \(position) that this server has seen there",
      hint: "It was restored, or is a copy that was behind: use the right one, or restart all servers.")
  }

  public static func damagedEvent(_ place: String, at position: Position) -> StoreError {
    StoreError(
      .damaged, "\(place): the event at position \(position) is not what its checksum says",
      hint: "`movienight verify` tells all findings; restore a backup.", position: position)
  }

  public var description: String { hint.map { "\(message). \($0)" } ?? message }
}
