import Domain

/// The tables of the read models for the streams `round-<id>`.
package final class RoundTables: AreaTables {
  package static let category = RoundEvent.category
  package static let projections: [ProjectionKind] = [
    .of(RoundDetails.self), .of(SessionSummary.self), .of(NightTally.self),
  ]

  let rounds: Table<RoundDetails>
  let sessions: Table<SessionSummary>
  let nights: Table<NightTally>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    rounds = make.table()
    sessions = make.table()
    nights = make.table()
    tables = [rounds, sessions, nights]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: RoundEvent.self)
    return rounds.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? sessions.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? nights.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}

extension TableSet {
  var rounds: Table<RoundDetails> { of(RoundTables.self).rounds }
  var sessions: Table<SessionSummary> { of(RoundTables.self).sessions }
  var nights: Table<NightTally> { of(RoundTables.self).nights }
}
