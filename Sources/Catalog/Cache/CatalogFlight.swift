import MovieNightPrimitives

/// One who waits for an answer.
public typealias CatalogAsker = UInt64

/// A question that is being looked up, with all who wait for it.
struct CatalogFlight: Sendable {
  /// Tells late news of an earlier flight of the same question from its own.
  let number: UInt64
  var urgency: CatalogUrgency
  /// `reading` to `asking`, when the store has answered, failed or was too slow. It ends in either.
  var stage = Stage.reading
  /// In this order, each by its time alone.
  var wait = Wait.brief
  var askers: [Asker] = []
  /// Whether the source is asked also where the store has a fresh copy.
  var asksInAnyCase = false
  /// The newest that was ever answered, of whatever age.
  var copy: CatalogEntry?
  /// What the source has said so far, where it will do.
  var part: CatalogEntry?
  /// Whether more could not be had of it.
  var lacksRest = false
  /// Whether the source is not even asked for now.
  var isHeldUp = false
  /// Whether what the store still says has been cleared meanwhile.
  var isCleared = false

  enum Stage: Sendable {
    case reading
    case asking
  }

  struct Asker: Sendable {
    var id: CatalogAsker
    /// Whether no fresh copy will do.
    var refreshes: Bool
  }

  /// How long it has taken.
  enum Wait: Sendable {
    case brief
    /// Longer than a store may take to read.
    case patient
    /// So long that an old copy answers.
    case silent
    /// So long that nobody waits any more.
    case over

    /// The milliseconds from this one to the next; nil for the last.
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

  /// Takes what the store has, if that is newer than what is known.
  mutating func learn(_ entry: CatalogEntry) {
    if let copy, copy.fetchedAt >= entry.fetchedAt { return }
    copy = entry
  }

  /// Whether nobody need wait for the source who can be told something else.
  var isSlow: Bool { isHeldUp || wait == .silent || wait == .over }

  /// The facts as an entry of now: unchanged facts keep the time since when they are so.
  func entry(of facts: CatalogFacts?, at now: Timestamp) -> CatalogEntry {
    guard let facts, let copy, copy.facts == facts else {
      return CatalogEntry(facts: facts, fetchedAt: now, changedAt: now)
    }
    return CatalogEntry(facts: facts, fetchedAt: now, changedAt: min(copy.changedAt, now))
  }
}
