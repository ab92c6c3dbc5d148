import Catalog
import Domain
import MovieNightPrimitives
import Projections

/// The catalog's answers for recent guides. With them, the server knows without asking whether a finished guide is up
/// to date, and makes another only from rows and facts in memory.
final class GuideMemory: Sendable {
  private struct State {
    var guides = RecentlyUsed<GuideRequest, CollectedFacts>(capacity: GuideMemory.bytes) { $0.byteCount }
    var lastVersion: UInt64 = 0
    /// The households for which facts are collected after their guide was answered.
    var collecting: Set<HouseholdID> = []
  }

  /// The bytes of facts to remember. Most of them are also in the catalog's memory, and counted there too.
  private static let bytes = 32 << 20

  private let state = Locked(State())

  /// Returns the facts for a guide if neither they nor the recorded series may have changed; nil if they may have.
  /// `holds` returns whether dependencies are unchanged, and updates them if so.
  func facts(
    for request: GuideRequest, _ generation: UInt64, at now: Timestamp, _ holds: (inout DependencySet) -> Bool
  ) -> CollectedFacts? {
    guard let facts = state.withLock({ $0.guides.value(for: request) }), facts.generation == generation,
      now < facts.freshUntil, var dependencies = facts.dependencies, holds(&dependencies)
    else { return nil }
    state.withLock { state in state.guides.update(request) { $0.dependencies = dependencies } }
    return facts
  }

  /// Gives the catalog's answers for a guide the version of the last ones if they are the same, else a new one. Remembers
  /// them if they can be used again.
  func remember(_ facts: CollectedFacts, for request: GuideRequest, at now: Timestamp) -> CollectedFacts {
    var facts = facts
    let before = state.withLock { $0.guides.peek(request) }
    let isSame = before?.answers.isSame(as: facts.answers) == true
    return state.withLock { state in
      state.lastVersion += 1
      facts.version = (isSame ? before?.version : nil) ?? state.lastVersion
      guard facts.dependencies != nil, facts.freshUntil > now else { return facts }
      state.guides.set(facts, for: request)
      state.guides.age()
      return facts
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
  /// The recorded series, for which the catalog was asked; nil if answers are missing.
  fileprivate(set) var dependencies: DependencySet?
  /// The catalog's generation before it was asked.
  let generation: UInt64
  /// The time until which none of the answers need be asked for again.
  fileprivate let freshUntil: Timestamp
  fileprivate let byteCount: Int
  fileprivate(set) var version: UInt64 = 0

  /// The longest time for which facts are used without asking. A `notFound` does not tell how long it holds.
  private static let longestSeconds: Int64 = 60

  init(
    _ answers: GuideAnswers, for request: GuideRequest, _ dependencies: DependencySet?, _ generation: UInt64,
    at now: Timestamp, freshUntil time: (CatalogAnswer) -> Timestamp
  ) {
    (self.answers, self.dependencies, self.generation) = (answers, dependencies, generation)
    var freshUntil = now.advanced(bySeconds: Self.longestSeconds)
    var byteCount = request.byteCount + answers.count * 2 * MemoryLayout<GuideAnswers.Element>.stride
    for result in answers.values {
      switch result {
      case .success(let answer):
        freshUntil = min(freshUntil, time(answer))
        byteCount += answer.facts.byteCount
      case .failure(.notFound): break
      case .failure: freshUntil = min(freshUntil, now)
      }
    }
    (self.freshUntil, self.byteCount) = (freshUntil, byteCount)
  }
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
}
