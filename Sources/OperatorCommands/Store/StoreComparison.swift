import EventStore
import MovieNightPrimitives
import Projections
import Server

/// Checks whether one store is a copy of another, by comparing events, personal texts and the rows of read models. Each
/// event and text is compared with its counterpart, with all recorded members; each row of the target with the one that
/// results from the source's events. The calculated digests can be noted down and compared later. The digest of events
/// or of texts is a CRC-32 over the lines that `movienight export` writes of them, each with a newline; that of rows is
/// the sum of their CRC-32 (`RowDigest`). Digests detect damage, but not deliberate changes.
struct StoreComparison {
  /// The result of comparing events, texts or the rows of one read model.
  struct Part {
    let name: String
    /// The number of events, texts or rows in the target.
    let count: Int
    let sourceDigest: UInt32
    let targetDigest: UInt32
    let difference: String?

    var isEqual: Bool { difference == nil && sourceDigest == targetDigest }
  }

  /// The store that was copied. It must be a snapshot if a server is using the store.
  let source: any EventLog & TextStore
  let target: any EventStore
  /// The position of the last event that the copy includes.
  let end: Position
  let areas: ServerAreas

  /// Compares the stores. `progress` is called with the position up to which events have been compared.
  func run(progress: (Position) -> Void) throws -> [Part] {
    [try compareEvents(progress), try compareTexts()] + (try compareReadModels())
  }

  private func compareEvents(_ progress: (Position) -> Void) throws -> Part {
    var pairs = EventPairs(source, through: end, target, through: try target.head())
    return try compare("events", EventLine.write) {
      guard let pair = try pairs.next() else { return nil }
      if pair.position % 1024 == 0 { progress(pair.position) }
      return (pair.source, pair.target, pair.difference)
    }
  }

  private func compareTexts() throws -> Part {
    var pairs = TextPairs(source, target)
    return try compare("texts", EventLine.write) {
      guard let (source, target) = try pairs.next() else { return nil }
      guard source != target, let id = (source ?? target)?.id else { return (source, target, nil) }
      let fault =
        target == nil ? "missing in the target" : source == nil ? "not in the source" : "different in the target"
      return (source, target, "text \(id) is \(fault)")
    }
  }

  private func compare<Element>(
    _ name: String, _ write: (Element, inout JSONWriter) -> Void,
    _ next: () throws -> (source: Element?, target: Element?, difference: String?)?
  ) throws -> Part {
    var (source, target) = (LineDigest(), LineDigest())
    var difference: String?
    while let pair = try next() {
      if let element = pair.source { source.add { write(element, &$0) } }
      if let element = pair.target { target.add { write(element, &$0) } }
      difference = difference ?? pair.difference
    }
    return Part(
      name: name, count: target.count, sourceDigest: source.value, targetDigest: target.value, difference: difference)
  }

  private func compareReadModels() throws -> [Part] {
    let reports = try Verification(schema: areas.events, areas: areas.readModels).run(events: source, rowsOf: target)
    return areas.readModels.names.map { name in
      guard let report = reports.first(where: { $0.model == name }) else {
        return Part(
          name: name, count: 0, sourceDigest: 0, targetDigest: 0, difference: "\(name): the target has no rows")
      }
      let lag =
        report.checkpoint == end ? nil : "\(name): the target's rows reach position \(report.checkpoint), not \(end)"
      return Part(
        name: name, count: report.rowCount, sourceDigest: report.expectedDigest.value,
        targetDigest: report.actualDigest.value, difference: report.difference?.description ?? lag)
    }
  }
}

/// A CRC-32 over lines of JSON, with the number of lines.
private struct LineDigest {
  private(set) var count = 0
  private var sum = CRC32()

  var value: UInt32 { sum.value }

  mutating func add(_ write: (inout JSONWriter) -> Void) {
    var json = JSONWriter(reserving: 512)
    write(&json)
    sum.update(json.bytes)
    sum.update([UInt8(ascii: "\n")])
    count += 1
  }
}
