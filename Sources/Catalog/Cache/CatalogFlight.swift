import MovieNightPrimitives

/// An asker's number.
public typealias CatalogAsker = UInt64

/// A pending lookup of a question, and its askers.
struct CatalogFlight: Sendable {
  /// Distinguishes late answers to an earlier flight of the same question.
  let number: UInt64
  var priority: CatalogPriority
  /// `asking` once the store has answered, failed or been too slow. The flight can end in either stage.
  var stage = Stage.reading
  /// The time that the flight has taken.
  var wait = Wait.brief
  var askers: [Asker] = []
  /// Whether to ask the source even if the store has a fresh copy.
  var alwaysAsksSource = false
  /// The newest entry, however old.
  var copy: CatalogEntry?
  var part: CatalogEntry?
  /// Whether the rest of the answer could not be fetched.
  var lacksRemainder = false
  /// Whether requests to the source are paused.
  var isThrottled = false
  /// Whether the store's entry was cleared meanwhile.
  var isCleared = false

  enum Stage: Sendable {
    case reading
    case asking
  }

  struct Asker: Sendable {
    var id: CatalogAsker
    /// Whether a fresh copy is not enough.
    var refreshes: Bool
  }

  enum Wait: Sendable {
    case brief
    /// Longer than a read of the store may take.
    case patient
    /// Long enough that a stale copy is sent as the answer.
    case silent
    /// The longest wait: all askers are answered now.
    case over

    /// The milliseconds until the next one; nil for the last.
    var milliseconds: Int? {
      switch self {
      case .brief: 500
      case .patient: 1500
      case .silent: 8000
      case .over: nil
      }
    }

    var next: Wait {
      switch self {
      case .brief: .patient
      case .patient: .silent
      case .silent, .over: .over
      }
    }
  }

  mutating func learn(_ entry: CatalogEntry) {
    if let copy, copy.fetchedAt >= entry.fetchedAt { return }
    copy = entry
  }

  /// Whether askers who can be answered otherwise need not wait for the source.
  var isSlow: Bool { isThrottled || wait == .silent || wait == .over }

  /// Creates an entry fetched now. If the facts are unchanged, it keeps `changedAt`.
  func entry(of facts: CatalogFacts?, at now: Timestamp) -> CatalogEntry {
    guard let facts, let copy, copy.facts == facts else {
      return CatalogEntry(facts: facts, fetchedAt: now, changedAt: now)
    }
    return CatalogEntry(facts: facts, fetchedAt: now, changedAt: min(copy.changedAt, now))
  }
}
