import Domain
import EventStore
import Primitives

/// Reads a stream from its first event on.
struct StreamReplay {
  let store: any EventStore
  let schema: EventSchema

  private static let pageSize = 1000

  func replay(_ stream: StreamID, _ fold: (any AreaEvent, RecordedEvent) throws(EventError) -> Void)
    throws(ReplayError)
  {
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
          try fold(schema.decode(type: recorded.type, version: recorded.version, data: recorded.data).fact, recorded)
        } catch {
          throw .unreadable(position: recorded.position, error)
        }
      }
      guard page.count == Self.pageSize else { return }
      next += page.count
    }
  }
}

/// Why a state could not be made from its stream.
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
