import EventStore
import MovieNightPrimitives

/// A dependency of an answer: a row, a partition's list, a stream, or a fact of an area. Only its hash is kept. If two
/// hashes are equal, an answer may be written again unnecessarily, but is never outdated.
public struct Dependency: Hashable, Sendable {
  let hash: Int

  private init(_ kind: some Hashable, _ key: some Hashable) {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(key)
    hash = hasher.finalize()
  }

  /// Returns the dependency on a row, even one that does not exist.
  static func row<Model: Projection>(_ model: Model.Type, _ key: RowKey) -> Dependency {
    Dependency(ObjectIdentifier(model), key)
  }

  /// Returns the dependency on the rows of a partition, including their order and content.
  static func list<Model: Projection>(_ model: Model.Type, _ partition: PartitionKey) -> Dependency {
    Dependency(ObjectIdentifier(model), partition)
  }

  /// Returns the dependency on a stream, and on data that changes only together with it, such as a household's names.
  public static func stream(_ stream: StreamID) -> Dependency { Dependency(stream.category, stream.id) }

  /// Returns the dependency on a fact that no event records. Code that changes it must call `ReadModels.noteChange`.
  public static func fact(of area: String, _ key: some Hashable) -> Dependency { Dependency("fact of \(area)", key) }
}

/// The dependencies of an answer, and the period in which it is valid.
public struct DependencySet: Sendable {
  let dependencies: [Dependency]
  /// The period in which the answer is valid; nil for always.
  public let period: Range<Timestamp>?
  /// The change count at which all dependencies were last known to be unchanged.
  public internal(set) var changeCount: Int

  /// The approximate size in memory.
  public var byteCount: Int { dependencies.count * MemoryLayout<Dependency>.stride }
}

/// Records the dependencies of an answer while it is written.
public final class DependencyRecorder: Sendable {
  private struct State {
    var dependencies: Set<Dependency> = []
    var period: Range<Timestamp>?
    var isInvalid = false
  }

  private let state = Locked(State())
  /// The change count before anything was read for the answer.
  private let changeCount: Int

  /// The maximum number of dependencies. Checking more of them would take too long.
  static let limit = 256

  init(changeCount: Int) { self.changeCount = changeCount }

  public func note(_ dependency: Dependency) {
    state.withLock { state in
      guard !state.isInvalid else { return }
      state.dependencies.insert(dependency)
      if state.dependencies.count > Self.limit { state.isInvalid = true }
    }
  }

  /// Records that the answer is valid only in `period`.
  public func note(_ period: Range<Timestamp>) {
    state.withLock { $0.period = $0.period?.clamped(to: period) ?? period }
  }

  /// Records that the answer has unknown dependencies, so that it is not cached.
  public func invalidate() { state.withLock { $0.isInvalid = true } }

  /// The answer's dependencies; nil if it cannot be cached.
  public var dependencies: DependencySet? {
    state.withLock { state in
      state.isInvalid
        ? nil : DependencySet(dependencies: Array(state.dependencies), period: state.period, changeCount: changeCount)
    }
  }
}
