import Domain

/// The tables of the read models for the streams `collection-<member id>`.
package final class CollectionTables: AreaTables {
  package static let category = CollectionEvent.category
  package static let projections: [ProjectionKind] = [
    .of(CollectionDetails.self), .of(CollectedTitle.self), .of(TitleBucket.self), .of(TitlePlays.self),
    .of(CollectedPlay.self), .of(ListedTitle.self), .of(CollectedNote.self), .of(WatchedSeries.self),
  ]

  let collections: Table<CollectionDetails>
  let titles: Table<CollectedTitle>
  let buckets: Table<TitleBucket>
  let titlePlays: Table<TitlePlays>
  let plays: Table<CollectedPlay>
  let listTitles: Table<ListedTitle>
  let notes: Table<CollectedNote>
  let watching: Table<WatchedSeries>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    collections = make.table()
    titles = make.table()
    buckets = make.table()
    titlePlays = make.table()
    plays = make.table()
    listTitles = make.table()
    notes = make.table()
    watching = make.table()
    tables = [collections, titles, buckets, titlePlays, plays, listTitles, notes, watching]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: CollectionEvent.self)
    return collections.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? titles.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? buckets.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? titlePlays.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? plays.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? listTitles.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? notes.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? watching.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}
