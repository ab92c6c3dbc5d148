import Console
import MovieNightPrimitives

/// How it goes with a server's catalog.
struct ShownCatalogStatus {
  struct Failure {
    let at: Timestamp
    /// `timeout`, `status`, ...
    let kind: String
    let operation: String?
    /// Of HTTP, where there was one.
    let status: Int?
  }

  struct Operation {
    let name: String
    /// In the order of `columns`.
    let counts: [Int]

    static let columns: [(name: StaticString, label: String)] = [
      ("hits", "hits"), ("misses", "misses"), ("stale", "stale"), ("not_found", "not found"), ("errors", "errors"),
    ]
  }

  /// Nil where the server has no catalog.
  let source: String?
  let state: String
  let host: String?
  let language: String?
  let lastSuccessAt: Timestamp?
  let lastFailure: Failure?
  let operations: [Operation]
  let entries: Int?
  let bytes: Int?
  let attribution: String?

  /// `json` is the result of `catalog.status`.
  init(_ json: JSONValue) throws(JSONError) {
    source = try json.text("source")
    state = printable(try json.string("state"))
    host = try json.text("host")
    language = try json.text("language")
    lastSuccessAt = try json.optionalTimestamp("last_success_at")
    lastFailure = try json.optionalObject("last_error").map { (json) throws(JSONError) in
      Failure(
        at: try json.timestamp("at"), kind: try json.text("kind") ?? "unknown", operation: try json.text("operation"),
        status: try json.optionalInteger("status"))
    }
    operations = try json.list("operations") { (json) throws(JSONError) in
      var counts: [Int] = []
      for column in Operation.columns { counts.append(try json.optionalInteger(column.name) ?? 0) }
      return Operation(name: printable(try json.string("operation")), counts: counts)
    }
    entries = try json.optionalInteger("entries")
    bytes = try json.optionalInteger("bytes")
    attribution = try json.text("attribution")
  }
}

/// The same for a person.
struct CatalogStatusDrawing {
  let page: CatalogPage
  let status: ShownCatalogStatus

  private var canvas: Canvas { page.canvas }

  var lines: [String] {
    let attribution = status.attribution.map { [""] + page.prose($0, .faint) } ?? []
    return [state] + page.table(rows, separator: " · ").map { "  \($0)" } + hint + operations + attribution
  }

  /// What whoever has no catalog can do about it.
  private var hint: [String] { status.source == nil ? page.prose(Self.howToConnectOne, .faint, indent: 2) : [] }

  static let howToConnectOne = "Whoever runs the server can connect one: movienight serve --help tells of --catalog."

  private var state: String {
    let style: Style =
      switch status.state {
      case "ok": .success
      case "limited": .warning
      case "none": .faint
      default: .failure
      }
    let badge = canvas.styled("● \(status.state)", style)
    guard let source = status.source else { return badge }
    let room = canvas.columns - displayColumns(status.state) - 4
    return badge + "  " + canvas.styled(truncated(source, to: room), .strong)
  }

  private var rows: [(label: String, words: [String])] {
    let rows: [(label: String, words: [String?])] = [
      ("Asks", [status.host, status.language]),
      ("Answered", [status.lastSuccessAt.map { age(of: $0, now: page.now) }]),
      ("Failed", failure),
      (
        "Keeps",
        status.source == "file"
          ? ["nothing: it is a file, and nobody is asked"]
          : [status.entries.map { "\(grouped($0)) \($0 == 1 ? "entry" : "entries")" }, status.bytes.map(byteText)]
      ),
    ]
    return rows.map { ($0.label, $0.words.compactMap(\.self)) }.filter { !$0.words.isEmpty }
  }

  private var failure: [String?] {
    guard let failure = status.lastFailure else { return [] }
    return [
      age(of: failure.at, now: page.now), failure.kind, failure.status.map { "HTTP \($0)" },
      failure.operation.map { "for \($0)" },
    ]
  }

  /// A line for each kind of question, since the start of the server.
  private var operations: [String] {
    guard !status.operations.isEmpty else { return [] }
    let header = [""] + ShownCatalogStatus.Operation.columns.map(\.label)
    let rows = [header] + status.operations.map { [$0.name] + $0.counts.map(grouped) }
    let widths = header.indices.map { column in rows.map { displayColumns($0[column]) }.max() ?? 0 }
    return [""]
      + rows.enumerated().map { index, row in
        let cells = zip(row, widths).enumerated().map { column, cell in
          column == 0 ? padded(cell.0, to: cell.1) : padded("", to: cell.1 - displayColumns(cell.0)) + cell.0
        }
        let line = "  " + cells.joined(separator: "  ")
        return index == 0 ? canvas.styled(line, .faint) : line
      }
  }
}

/// `12.3 MB`.
func byteText(_ bytes: Int) -> String {
  let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
  guard let (size, name) = units.first(where: { bytes >= $0.0 }) else { return counted(bytes, "byte") }
  return "\(bytes / size).\(bytes % size * 10 / size) \(name)"
}
