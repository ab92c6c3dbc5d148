import EventStore
import MovieNightPrimitives
import Projections
import Server

/// Checks whether one store is a copy of another: events, texts and read-model rows.
///
/// Each event and text is compared with its counterpart in all recorded members, and each row of the target with the row that the
/// source's events produce. The digests of each store can be noted down to compare later: a CRC-32 over the lines of JSON that
/// `movienight export` writes of events or texts, each with a newline; of rows the sum of their CRC-32 (`RowDigest`). They detect
/// damage, not malice.
struct StoreComparison {
  /// The result for events, for texts or for one read model.
  struct Part {
    let name: String
    /// The number of elements in the target.
    let count: Int
    let sourceDigest: UInt32
    let targetDigest: UInt32
    let difference: String?

    var isEqual: Bool { difference == nil && sourceDigest == targetDigest }
  }

  /// Must be a snapshot if it is being served.
  let source: any EventStore
  let target: any EventStore
  /// The target is a copy up to this position.
  let end: Position
  let areas: ServerAreas

  /// Compares the stores. `progress` gets the position up to which events were compared.
  func run(progress: (Position) -> Void) throws -> [Part] {
    [try events(progress), try texts()] + (try readModels())
  }

  private func events(_ progress: (Position) -> Void) throws -> Part {
    var pairs = EventPairs(source, through: end, target, through: try target.head())
    return try part("events", EventLine.write) {
      guard let pair = try pairs.next() else { return nil }
      if pair.position % 1024 == 0 { progress(pair.position) }
      return (pair.source, pair.target, pair.difference)
    }
  }

  private func texts() throws -> Part {
    var pairs = TextPairs(source, target)
    return try part("texts", EventLine.write) {
      guard let (source, target) = try pairs.next() else { return nil }
      guard source != target, let id = (source ?? target)?.id else { return (source, target, nil) }
      let fault =
        target == nil ? "missing in the target" : source == nil ? "not in the source" : "different in the target"
      return (source, target, "text \(id) is \(fault)")
    }
  }

  private func part<Element>(
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

  private func readModels() throws -> [Part] {
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

/// A CRC-32 over lines of JSON, and their number.
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
