extension Event {
  /// The event's data, decoded according to its type; nil if the caller may not read the data.
  ///
  ///     if case .voteCast(let cast) = event.payload { show(cast.vote, of: cast.memberID) }
  public var payload: EventPayload? { data.map { EventPayload(type: type, $0) } }
}
