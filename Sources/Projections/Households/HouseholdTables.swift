import Domain

/// The tables of the read models for the streams `household-<id>`.
package final class HouseholdTables: AreaTables {
  package static let category = HouseholdEvent.category
  package static let projections: [ProjectionKind] = [.of(HouseholdDetails.self), .of(AccessDetails.self)]

  let households: Table<HouseholdDetails>
  let access: Table<AccessDetails>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    households = make.table()
    access = make.table()
    tables = [households, access]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: HouseholdEvent.self)
    return households.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? access.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}

extension TableSet {
  var households: Table<HouseholdDetails> { of(HouseholdTables.self).households }
  var access: Table<AccessDetails> { of(HouseholdTables.self).access }
}
