import EventStore
import MovieNightPrimitives

/// A thing that an answer can rest on: a row, a shelf's list, a stream, a fact of some area.
///
/// It is known by its hash alone. Of two things with the same hash each counts as changed when the other has: then an
/// answer is made anew for nothing, but none is ever too old.
public struct Ground: Hashable, Sendable {
  let hash: Int

  private init(_ kind: some Hashable, _ key: some Hashable) {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(key)
    hash = hasher.finalize()
  }

  /// A row, whether there is one or not.
  static func row<Model: Projection>(_ model: Model.Type, _ key: RowKey) -> Ground {
    Ground(ObjectIdentifier(model), key)
  }

  /// Which rows a shelf has, in which order, and what they say.
  static func list<Model: Projection>(_ model: Model.Type, _ shelf: ShelfID) -> Ground {
    Ground(ObjectIdentifier(model), shelf)
  }

  /// A stream's events, and what changes only with them: the names of a household with those of its own stream.
  public static func stream(_ stream: StreamID) -> Ground { Ground(stream.category, stream.id) }

  /// What no events tell; whoever changes it says so (`ReadModels.noteChange`).
  /// - Parameter area: Whose fact it is, so that no two areas mean different things by one key.
  public static func fact(of area: String, _ key: some Hashable) -> Ground { Ground("fact of \(area)", key) }
}

/// What an answer rests on, and until when it is known to hold.
public struct Grounds: Sendable {
  let things: [Ground]
  /// When the answer holds; always where it is nil.
  public let period: Range<Timestamp>?
  /// How many changes there had been when nothing of it had changed.
  public internal(set) var changeCount: Int

  /// About what it takes in memory.
  public var byteCount: Int { things.count * MemoryLayout<Ground>.stride }
}

/// Notes what is read while an answer is written.
public final class GroundNotes: Sendable {
  private struct Noted {
    var things: Set<Ground> = []
    var period: Range<Timestamp>?
    var isRuledOut = false
  }

  private let noted = Locked(Noted())
  /// As of before anything was read.
  private let changeCount: Int

  /// Of an answer that rests on more, each look would take long.
  static let limit = 256

  init(changeCount: Int) { self.changeCount = changeCount }

  public func note(_ ground: Ground) {
    noted.withLock { noted in
      guard !noted.isRuledOut else { return }
      noted.things.insert(ground)
      if noted.things.count > Self.limit { noted.isRuledOut = true }
    }
  }

  /// The answer holds at these times alone.
  public func note(_ period: Range<Timestamp>) {
    noted.withLock { $0.period = $0.period?.clamped(to: period) ?? period }
  }

  /// The answer rests on what nobody notes, and is not kept.
  public func ruleOut() { noted.withLock { $0.isRuledOut = true } }

  /// What the answer rests on; nil where it cannot be kept.
  public var grounds: Grounds? {
    noted.withLock { noted in
      noted.isRuledOut ? nil : Grounds(things: Array(noted.things), period: noted.period, changeCount: changeCount)
    }
  }
}
