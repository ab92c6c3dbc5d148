extension Event {
  /// The decoded payload, by the event's type; nil if the caller may not read it.
  ///
  ///     if case .voteCast(let cast) = event.payload { show(cast.vote, of: cast.memberID) }
  public var payload: EventPayload? { data.map { EventPayload(type: type, $0) } }
}
