extension Event {
  /// What it says, by its type; nil where that is not yours to read.
  ///
  ///     if case .voteCast(let cast) = event.payload { show(cast.vote, of: cast.memberID) }
  public var payload: EventPayload? { data.map { EventPayload(type: type, $0) } }
}
