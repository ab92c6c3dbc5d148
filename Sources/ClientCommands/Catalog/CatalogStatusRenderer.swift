import Console
import MovieNightKit

struct CatalogStatusRenderer {
  let page: CatalogPage
  let status: CatalogStatus

  private var canvas: Canvas { page.canvas }

  var lines: [String] {
    let attribution = page.paragraph(status.attribution, .faint)
    return [state] + page.table(rows, separator: " · ").map { "  \($0)" } + hint + operations + attribution
  }

  private var hint: [String] {
    guard status.source == nil, let hint = RefusalReason.noCatalog.hint else { return [] }
    return page.prose(hint, .faint, indent: 2)
  }

  private var state: String {
    let style: Style =
      switch status.state {
      case .ok: .success
      case .limited: .warning
      case .none: .faint
      default: .failure
      }
    let badge = canvas.styled("● \(status.state)", style)
    guard let source = status.source else { return badge }
    let room = canvas.columns - displayColumns(status.state.rawValue) - 4
    return badge + "  " + canvas.styled(truncated(source, to: room), .strong)
  }

  private var rows: [(label: String, words: [String])] {
    let rows: [(label: String, words: [String?])] = [
      ("Host", [status.host, status.language]),
      ("Answered", [status.lastSuccessAt.map { age(of: $0, now: page.now) }]),
      ("Failed", failure),
      (
        "Cached",
        status.source == "file"
          ? ["nothing, because the catalog is a file"]
          : [status.entries.map { "\(grouped($0)) \($0 == 1 ? "entry" : "entries")" }, status.bytes.map(byteText)]
      ),
    ]
    return rows.map { ($0.label, $0.words.compactMap { $0?.nonEmpty }) }.filter { !$0.words.isEmpty }
  }

  private var failure: [String?] {
    guard let failure = status.lastError else { return [] }
    return [
      age(of: failure.at, now: page.now), failure.kind, failure.status.map { "HTTP \($0)" },
      "for \(failure.operation)",
    ]
  }

  private var operations: [String] {
    guard !status.operations.isEmpty else { return [] }
    let header = ["", "hits", "misses", "stale", "not found", "errors"]
    let counts = status.operations.map { operation in
      [operation.operation.rawValue]
        + [operation.hits, operation.misses, operation.stale, operation.notFound, operation.errors].map(grouped)
    }
    let rows = [header] + counts
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

/// Returns a number of bytes such as `12.3 MB`.
func byteText(_ bytes: Int) -> String {
  let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
  guard let (size, name) = units.first(where: { bytes >= $0.0 }) else { return counted(bytes, "byte") }
  return "\(bytes / size).\(bytes % size * 10 / size) \(name)"
}
