import Catalog
import Domain
import MovieNightPrimitives
import Projections

/// The catalog's answers for recent guides. With them, the server knows without asking whether a finished guide is up
/// to date, and makes another only from rows and facts in memory.
final class GuideMemory: Sendable {
  private struct State {
    var guides = RecentlyUsed<GuideRequest, Remembered>(capacity: GuideMemory.bytes) { $0.byteCount }
    var lastVersion: UInt64 = 0
    /// The households for which facts are collected after their guide was answered.
    var collecting: Set<HouseholdID> = []
  }

  private struct Remembered {
    let guide: CollectedFacts
    var dependencies: DependencySet
    let generation: UInt64
    let freshUntil: Timestamp
    let byteCount: Int
  }

  /// The bytes of facts to remember. Most of them are also in the catalog's memory, and counted there too.
  private static let bytes = 32 << 20

  /// The longest time for which facts are used without asking. A `notFound` does not tell how long it holds.
  fileprivate static let longestSeconds: Int64 = 60

  private let state = Locked(State())

  /// Returns the facts for a guide if neither they nor the recorded series may have changed; nil if they may have.
  /// `holds` returns whether dependencies are unchanged, and updates them if so.
  func facts(
    for request: GuideRequest, _ generation: UInt64, at now: Timestamp, _ holds: (inout DependencySet) -> Bool
  ) -> CollectedFacts? {
    guard var remembered = state.withLock({ $0.guides.value(for: request) }), remembered.generation == generation,
      now < remembered.freshUntil, holds(&remembered.dependencies)
    else { return nil }
    state.withLock { state in state.guides.update(request) { $0.dependencies = remembered.dependencies } }
    return remembered.guide
  }

  /// Gives the catalog's answers for a guide a version, that of the last ones if they are the same, and remembers them if `dependencies` are known, which are those
  /// of the recorded series. The answers were collected after the catalog had `generation`.
  func remember(
    _ answers: GuideAnswers, for request: GuideRequest, _ dependencies: DependencySet?, _ generation: UInt64,
    freshUntil: Timestamp
  ) -> CollectedFacts {
    let before = state.withLock { $0.guides.peek(request)?.guide }
    let same = before.flatMap { $0.answers.isSame(as: answers) ? $0.version : nil }
    let byteCount = answers.values.reduce(0) { $0 + (((try? $1.get())?.facts.byteCount) ?? 0) }
    return state.withLock { state in
      state.lastVersion += 1
      let guide = CollectedFacts(answers: answers, version: same ?? state.lastVersion)
      if let dependencies {
        state.guides.set(
          Remembered(
            guide: guide, dependencies: dependencies, generation: generation, freshUntil: freshUntil,
            byteCount: byteCount), for: request)
        state.guides.age()
      }
      return guide
    }
  }

  /// Whether the household's facts may be collected in the background, which only one collector at a time may do.
  func beginCollecting(for household: HouseholdID) -> Bool {
    state.withLock { $0.collecting.insert(household).inserted }
  }

  func endCollecting(for household: HouseholdID) { state.withLock { _ = $0.collecting.remove(household) } }
}

/// The catalog's answers for a guide. Those of the same request with the same version make the same guide.
struct CollectedFacts: Sendable {
  let answers: GuideAnswers
  let version: UInt64
}

extension GuideAnswers {
  fileprivate func isSame(as other: GuideAnswers) -> Bool {
    count == other.count
      && allSatisfy { question, result in
        switch (result, other[question]) {
        case (.success(let answer), .success(let other)):
          answer.changedAt == other.changedAt && answer.isStale == other.isStale
        case (.failure(let failure), .failure(let other)): failure == other
        default: false
        }
      }
  }

  /// Returns the time until which none of the answers need be asked for again.
  func freshUntil(_ catalog: Catalog, at now: Timestamp) -> Timestamp {
    values.reduce(now.advanced(bySeconds: GuideMemory.longestSeconds)) { time, result in
      switch result {
      case .success(let answer): Swift.min(time, catalog.freshUntil(answer))
      case .failure(.notFound): time
      case .failure: Swift.min(time, now)
      }
    }
  }
}
