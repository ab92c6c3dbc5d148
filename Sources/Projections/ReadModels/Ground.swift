import EventStore
import MovieNightPrimitives

/// A dependency of an answer: a row, a shelf's list, a stream, or a fact of an area. Only its hash is kept. Dependencies with
/// equal hashes count as changed together, so that an answer may be made again for nothing, but is never outdated.
public struct Ground: Hashable, Sendable {
  let hash: Int

  private init(_ kind: some Hashable, _ key: some Hashable) {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(key)
    hash = hasher.finalize()
  }

  /// Returns the dependency on a row, even one that does not exist.
  static func row<Model: Projection>(_ model: Model.Type, _ key: RowKey) -> Ground {
    Ground(ObjectIdentifier(model), key)
  }

  /// Returns the dependency on the rows of a shelf, with their order and content.
  static func list<Model: Projection>(_ model: Model.Type, _ shelf: ShelfID) -> Ground {
    Ground(ObjectIdentifier(model), shelf)
  }

  /// Returns the dependency on a stream, and on what changes only with it: a household's names change with its own stream.
  public static func stream(_ stream: StreamID) -> Ground { Ground(stream.category, stream.id) }

  /// Returns the dependency on a fact that no event records. Code that changes it must call `ReadModels.noteChange`.
  public static func fact(of area: String, _ key: some Hashable) -> Ground { Ground("fact of \(area)", key) }
}

/// The dependencies of an answer, and until when it is valid.
public struct Grounds: Sendable {
  let things: [Ground]
  /// The period in which the answer is valid; nil for always.
  public let period: Range<Timestamp>?
  /// The number of changes when all dependencies were known to be unchanged.
  public internal(set) var changeCount: Int

  /// The approximate size in memory.
  public var byteCount: Int { things.count * MemoryLayout<Ground>.stride }
}

/// Records what is read while an answer is written.
public final class GroundNotes: Sendable {
  private struct Noted {
    var things: Set<Ground> = []
    var period: Range<Timestamp>?
    var isRuledOut = false
  }

  private let noted = Locked(Noted())
  /// The number of changes before anything was read.
  private let changeCount: Int

  /// The limit of dependencies: checking more would take too long.
  static let limit = 256

  init(changeCount: Int) { self.changeCount = changeCount }

  public func note(_ ground: Ground) {
    noted.withLock { noted in
      guard !noted.isRuledOut else { return }
      noted.things.insert(ground)
      if noted.things.count > Self.limit { noted.isRuledOut = true }
    }
  }

  /// Records that the answer is valid only in `period`.
  public func note(_ period: Range<Timestamp>) {
    noted.withLock { $0.period = $0.period?.clamped(to: period) ?? period }
  }

  /// Records that the answer has unknown dependencies, so that it is not cached.
  public func ruleOut() { noted.withLock { $0.isRuledOut = true } }

  /// The answer's dependencies; nil if it cannot be cached.
  public var grounds: Grounds? {
    noted.withLock { noted in
      noted.isRuledOut ? nil : Grounds(things: Array(noted.things), period: noted.period, changeCount: changeCount)
    }
  }
}
