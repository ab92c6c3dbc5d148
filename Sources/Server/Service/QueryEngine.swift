import EventStore
import MovieNightPrimitives
import Projections

struct Answer: Sendable {
  let json: [UInt8]
  /// What the answer depends on; nil if it cannot be cached.
  let grounds: Grounds?
}

final class QueryEngine: Sendable {
  let readModels: ReadModels
  let store: any EventStore
  let directories: Directories
  let health: HealthReport
  let damage: DamageReport
  let clock: @Sendable () -> Timestamp

  init(
    readModels: ReadModels, store: any EventStore, directories: Directories, health: HealthReport,
    damage: DamageReport, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.readModels = readModels
    self.store = store
    self.directories = directories
    self.health = health
    self.damage = damage
    self.clock = clock
  }

  /// Answers a query. Throws `needsStore` if the store is needed and `mayWait` is false.
  func answer(_ query: any Query, mayWait: Bool) throws(QueryFailure) -> Answer {
    let notes = readModels.makeNotes()
    do {
      var json = JSONWriter(reserving: 4096)
      try query.write(to: &json, Answering(self, notes, mayWait: mayWait))
      return Answer(json: json.bytes.compacted, grounds: notes.grounds)
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

  /// Whether an answer with these grounds still holds.
  func confirm(_ grounds: inout Grounds) -> Bool {
    if let period = grounds.period, !period.contains(clock()) { return false }
    return readModels.confirm(&grounds)
  }
}
