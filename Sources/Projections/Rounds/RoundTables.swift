import Domain

/// The read models of the streams `round-<id>`.
final class RoundTables: AreaTables {
  static let category = RoundEvent.category
  static let projections: [ProjectionKind] = [.of(RoundDetails.self), .of(SessionSummary.self)]

  let rounds: Table<RoundDetails>
  let sessions: Table<SessionSummary>
  let tables: [any ProjectionTable]

  init(_ make: TableMaker) {
    rounds = make.table()
    sessions = make.table()
    tables = [rounds, sessions]
  }

  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow? {
    let fact = event.fact(of: RoundEvent.self)
    return rounds.take(fact, event.envelope, isMirror: isMirror)
      ?? sessions.take(fact, event.envelope, isMirror: isMirror)
  }
}

extension TableSet {
  var rounds: Table<RoundDetails> { of(RoundTables.self).rounds }
  var sessions: Table<SessionSummary> { of(RoundTables.self).sessions }
}
