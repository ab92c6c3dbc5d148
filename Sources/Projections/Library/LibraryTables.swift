import Domain

/// The read models of the streams `library-<id>`.
final class LibraryTables: AreaTables {
  static let category = LibraryEvent.category
  static let projections: [ProjectionKind] = [.of(LibraryDetails.self)]

  let libraries: Table<LibraryDetails>
  let tables: [any ProjectionTable]

  init(_ make: TableMaker) {
    libraries = make.table()
    tables = [libraries]
  }

  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow? {
    let fact = event.fact(of: LibraryEvent.self)
    return libraries.take(fact, event.envelope, isMirror: isMirror)
  }
}

extension TableSet {
  var libraries: Table<LibraryDetails> { of(LibraryTables.self).libraries }
}
