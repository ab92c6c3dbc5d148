import Domain

/// The tables of the read models for the streams `library-<id>`.
package final class LibraryTables: AreaTables {
  package static let category = LibraryEvent.category
  package static let projections: [ProjectionKind] = [
    .of(LibraryDetails.self), .of(ListedMovie.self), .of(WatchedMovie.self), .of(WatchedYear.self),
  ]

  let libraries: Table<LibraryDetails>
  let watchlist: Table<ListedMovie>
  let watched: Table<WatchedMovie>
  let watchedYears: Table<WatchedYear>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    libraries = make.table()
    watchlist = make.table()
    watched = make.table()
    watchedYears = make.table()
    tables = [libraries, watchlist, watched, watchedYears]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: LibraryEvent.self)
    return libraries.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? watchlist.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? watched.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? watchedYears.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}

extension TableSet {
  var libraries: Table<LibraryDetails> { of(LibraryTables.self).libraries }
  var watchlist: Table<ListedMovie> { of(LibraryTables.self).watchlist }
  var watched: Table<WatchedMovie> { of(LibraryTables.self).watched }
  var watchedYears: Table<WatchedYear> { of(LibraryTables.self).watchedYears }
}
