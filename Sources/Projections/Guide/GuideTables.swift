import Domain

/// The tables of the read models for the streams `guide-<household id>`.
package final class GuideTables: AreaTables {
  package static let category = GuideEvent.category
  package static let projections: [ProjectionKind] = [
    .of(GuideDetails.self), .of(GuideShow.self), .of(GuideReminder.self),
  ]

  let guides: Table<GuideDetails>
  let shows: Table<GuideShow>
  let reminders: Table<GuideReminder>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    guides = make.table()
    shows = make.table()
    reminders = make.table()
    tables = [guides, shows, reminders]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: GuideEvent.self)
    return guides.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? shows.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? reminders.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}
