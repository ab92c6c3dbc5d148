import Domain

/// Why a command is not carried out: a rule of the domain, said so that a person understands and a program can tell.
public struct Refusal: Error, Equatable, Sendable {
  public let kind: Kind
  /// Stable, for programs; the names stand in the domain's rules.
  public let reason: String
  /// A sentence for a person, with a way out where there is one.
  public let message: String
  /// The values that go with `reason`; none, where it says all.
  public let details: [Detail]

  /// What stands in the way, and so what helps.
  public enum Kind: CaseIterable, Sendable {
    /// A value is not what it may be: another is needed.
    case badValue
    /// The sender may send nothing (any more).
    case unknownSender
    /// It is for others to do.
    case notAllowed
    /// What is named is not there.
    case unknown
    /// It does not go with what has happened: a look at it tells what to do.
    case conflict
    /// What is named was there, and does not come back.
    case ended
    /// A limit, or another rule, is against it.
    case againstRule
  }

  /// A value that a program needs to go on.
  public enum Detail: Equatable, Sendable {
    case roundID(RoundID)
    case status(RoundStatus)
    case revision(Int)
    case votes(Int)
    case limit(Int)
    case movies([MovieID])
    case members([MemberID])
    case field(name: String, message: String)
  }

  package init(_ kind: Kind, _ reason: String, _ message: String, _ details: Detail...) {
    self.kind = kind
    self.reason = reason
    self.message = message
    self.details = details
  }
}

// MARK: - Of every command

extension Refusal {
  public static func badParameter(_ name: String, _ message: String) -> Refusal {
    Refusal(.badValue, "bad_parameters", "\(name): \(message).", .field(name: name, message: message))
  }
  /// The sender is no independent member of the household (any more), or sends with a revoked token.
  public static let memberIsGone = Refusal(
    .unknownSender, "not_authenticated", "The token was revoked, or its member is no longer in the household.")
  /// `docs/rules.md`, "Acting as".
  public static let cannotActAs = Refusal(
    .notAllowed, "cannot_act_as", "Only the parent of a managed member can do this for them, and not everything.")
  public static let creatorOnly = Refusal(.notAllowed, "creator_only", "Only the household's creator can do this.")
  /// The sender's id has a receipt with another fingerprint (`docs/rules.md`, "Every command").
  public static let commandIDReused = Refusal(
    .conflict, "command_id_reused", "This command_id was used for another command. Make a new one.")
  package static func wrongRevision(actual: Int) -> Refusal {
    Refusal(
      .conflict, "wrong_revision",
      "Something changed in the meantime: the revision is \(actual). Look again, then decide.",
      .revision(actual))
  }
}
