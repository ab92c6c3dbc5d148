import Domain
import EventStore
import WireProtocol

/// The events that a reader or a subscriber wants to see; the default is all of the household.
struct EventFilter: Hashable, Sendable {
  var round: RoundID?
  /// The types; nil for all.
  var types: Set<String>?

  func matches(_ event: RecordedEvent) -> Bool {
    if let round, event.stream != .round(round) { return false }
    return types?.contains(event.type) ?? true
  }
}

extension EventParameters {
  /// The parameters of `Parameters.eventFilter(in:)`.
  static let filter: [any DeclaredParameter] = [round, types]
}

extension Parameters {
  /// The filter that `EventParameters.filter` declares.
  ///
  /// - Parameter schema: the server's, whose areas may have more types of events than the declaration names.
  func eventFilter(in schema: EventSchema) throws(WireError) -> EventFilter {
    let types = try self[EventParameters.types]
    for (index, type) in (types ?? []).enumerated() where schema.payload(ofType: type) == nil {
      throw .badParameter("types[\(index)]", "there are no events of type \(type)")
    }
    return EventFilter(round: try self[EventParameters.round], types: types.map { Set($0) })
  }
}
