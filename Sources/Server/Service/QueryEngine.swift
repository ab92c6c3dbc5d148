import EventStore
import MovieNightPrimitives
import Projections

struct Answer: Sendable {
  let json: [UInt8]
  /// The answer's dependencies; nil if it cannot be cached.
  let dependencies: DependencySet?
}

/// The roles of a store that queries use beside the read models.
package typealias QueriedStore = EventLog & ReceiptStore & TextStore

final class QueryEngine: Sendable {
  let readModels: ReadModels
  let store: any QueriedStore
  let nameCache: NameCache
  let health: HealthReport
  let damage: DamageReport
  let clock: @Sendable () -> Timestamp

  init(
    readModels: ReadModels, store: any QueriedStore, nameCache: NameCache, health: HealthReport,
    damage: DamageReport, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.readModels = readModels
    self.store = store
    self.nameCache = nameCache
    self.health = health
    self.damage = damage
    self.clock = clock
  }

  /// Answers a query. Throws `needsStore` if the store is needed and `mayWait` is false.
  func answer(_ query: any Query, mayWait: Bool) throws(QueryFailure) -> Answer {
    let recorder = readModels.makeRecorder()
    do {
      var json = JSONWriter(reserving: 4096)
      try query.write(to: &json, AnswerContext(self, recorder, mayWait: mayWait))
      return Answer(json: json.bytes.compacted, dependencies: recorder.dependencies)
    } catch let failure as QueryFailure {
      throw failure
    } catch let error as Refusal {
      throw .refused(error)
    } catch ProjectionError.projectionStopped(let name) {
      throw .refused(.projectionStopped(name))
    } catch {
      if let answer = damage.note(error) { throw .refused(answer) }
      throw .failed(error)
    }
  }

  /// Whether an answer with these dependencies is still valid. Updates the dependencies if so.
  func confirm(_ dependencies: inout DependencySet) -> Bool {
    if let period = dependencies.period, !period.contains(clock()) { return false }
    return readModels.confirm(&dependencies)
  }
}
