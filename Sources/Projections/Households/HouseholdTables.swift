import Domain

/// The read models of the streams `household-<id>`.
final class HouseholdTables: AreaTables {
  static let category = HouseholdEvent.category
  static let projections: [ProjectionKind] = [.of(HouseholdDetails.self)]

  let households: Table<HouseholdDetails>
  let tables: [any ProjectionTable]

  init(_ make: TableMaker) {
    households = make.table()
    tables = [households]
  }

  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow? {
    let fact = event.fact(of: HouseholdEvent.self)
    return households.take(fact, event.envelope, isMirror: isMirror)
  }
}

extension TableSet {
  var households: Table<HouseholdDetails> { of(HouseholdTables.self).households }
}
