import EventStore
import MovieNightPrimitives
import Projections
import Server

/// Whether one store is a copy of another: events, texts and read-model rows.
///
/// Each event and each text is compared with its counterpart in everything that is recorded of it, and each row of the
/// target with the row that the source's events make. That decides. The digests, of each store by itself, are what can
/// be noted down and compared later: a CRC-32 over the lines of JSON that `movienight export` writes of an event or a
/// text, in order, each ended by a newline; of rows the sum of the CRC-32 of each (`RowDigest`). They find damage, not
/// malice.
struct StoreComparison {
  /// How it went with events, with texts or with one read model.
  struct Part {
    let name: String
    /// How many the target has.
    let count: Int
    let sourceDigest: UInt32
    let targetDigest: UInt32
    /// The first difference, in a sentence without names.
    let difference: String?

    var isEqual: Bool { difference == nil && sourceDigest == targetDigest }
  }

  /// A source that is served must be a snapshot.
  let source: any EventStore
  let target: any EventStore
  /// Up to where the target is a copy.
  let end: Position
  let areas: ServerAreas

  /// - Parameter progress: told the position up to which events were compared.
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
        target == nil ? "missing in the target" : source == nil ? "not in the source" : "another one in the target"
      return (source, target, "text \(id) is \(fault)")
    }
  }

  /// - Parameter next: the next pair and how it differs; nil at the end.
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

/// A CRC-32 over lines of JSON, and how many they are.
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
