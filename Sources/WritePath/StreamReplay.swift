import Commands
import Domain
import EventStore

package struct StreamReplay: Sendable {
  let areas: CommandAreas
  let store: any EventLog
  let schema: EventSchema

  private static let pageSize = 1000

  package init(areas: CommandAreas, store: any EventLog, schema: EventSchema) {
    self.areas = areas
    self.store = store
    self.schema = schema
  }

  /// Folds a stream into its state, beginning with the first event.
  package func state(of stream: StreamID) throws(ReplayError) -> any AggregateState {
    guard var state = areas.state(of: stream) else { preconditionFailure("no area decides on \(stream)") }
    var next: Revision = 0
    while true {
      let page: [RecordedEvent]
      do throws(StoreError) {
        page = try store.read(stream, from: next, limit: Self.pageSize)
      } catch {
        throw .store(error)
      }
      for recorded in page {
        do throws(EventError) {
          let event = try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data)
          guard state.fold(event.domainEvent, recorded, checked: false) else {
            let reason = EventError.Reason.misplaced(category: stream.category)
            throw EventError(type: recorded.type, version: recorded.version, reason: reason)
          }
        } catch {
          throw .unreadable(position: recorded.position, error)
        }
      }
      guard page.count == Self.pageSize else { return state }
      next += page.count
    }
  }
}

/// The reason why a stream could not be folded into its state.
public enum ReplayError: Error, Sendable, CustomStringConvertible {
  case store(StoreError)
  case unreadable(position: Position, EventError)

  public var description: String {
    switch self {
    case .store(let error): error.description
    case .unreadable(let position, let error): "the event at position \(position) cannot be read: \(error)"
    }
  }
}
