import MovieNightPrimitives

/// The number of an asker. An asker is a caller that waits for the answer to a question.
public typealias CatalogAsker = UInt64

/// A pending lookup of a question, and its askers.
struct CatalogFlight: Sendable {
  /// The flight's number, by which late replies to an earlier flight of the same question are recognized.
  let number: UInt64
  var priority: CatalogPriority
  /// The stage: `asking` once the store has answered, failed or been too slow. A flight can end in either stage.
  var stage = Stage.reading
  /// How long the flight has taken so far.
  var wait = Wait.brief
  var askers: [Asker] = []
  /// Whether to ask the source even if the store has a fresh copy.
  var alwaysAsksSource = false
  /// The newest known entry, even if it is too old to be used.
  var copy: CatalogEntry?
  /// The source's partial answer; nil if there is none yet.
  var part: CatalogEntry?
  /// Whether the source could not fetch the rest of a partial answer.
  var lacksRemainder = false
  /// Whether requests to the source are paused.
  var isThrottled = false
  /// Whether the question's entry was cleared after the flight began.
  var isCleared = false

  enum Stage: Sendable {
    case reading
    case asking
  }

  struct Asker: Sendable {
    var id: CatalogAsker
    /// Whether the asker wants the source to be asked even if there is a fresh copy.
    var refreshes: Bool
  }

  enum Wait: Sendable {
    case brief
    /// The flight has taken longer than a read of the store may take.
    case patient
    /// The flight has taken so long that a stale copy is used as the answer.
    case silent
    /// The maximum time is over. All askers are answered now.
    case over

    /// The number of milliseconds until the next case; nil for the last case.
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

  /// Whether the source is so slow that askers should be answered with another available answer.
  var isSlow: Bool { isThrottled || wait == .silent || wait == .over }

  /// Creates an entry with these facts, fetched now. It keeps the `changedAt` of an earlier copy with equal facts.
  func entry(of facts: CatalogFacts?, at now: Timestamp) -> CatalogEntry {
    guard let facts, let copy, copy.facts == facts else {
      return CatalogEntry(facts: facts, fetchedAt: now, changedAt: now)
    }
    return CatalogEntry(facts: facts, fetchedAt: now, changedAt: min(copy.changedAt, now))
  }
}
