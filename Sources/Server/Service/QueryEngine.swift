import EventStore
import Primitives
import Projections

/// Answers queries from the read models and the store.
struct QueryEngine: Sendable {
  let readModels: ReadModels
  let store: any EventStore
  let directories: Directories
  let health: HealthReport
  let damage: DamageReport
  let clock: @Sendable () -> Timestamp

  /// The result, as JSON.
  ///
  /// - Parameter mayWait: whether the store may be read. If not, and it would be needed, `needsStore` is thrown.
  func answer(_ query: any Query, mayWait: Bool) throws(QueryFailure) -> [UInt8] {
    do {
      var json = JSONWriter(reserving: 4096)
      try query.write(to: &json, Answering(engine: self, mayWait: mayWait))
      return json.bytes
    } catch let failure as QueryFailure {
      throw failure
    } catch let error as WireError {
      throw .refused(error)
    } catch ProjectionError.projectionStopped(let name) {
      throw .refused(.projectionStopped(name))
    } catch {
      if let answer = damage.note(error) { throw .refused(answer) }
      throw .failed(error)
    }
  }
}
