import Console
import MovieNightKit

/// The common parts of the pages for movies, series, seasons and episodes. A part with nothing to show has no lines.
struct CatalogPage {
  let canvas: Canvas
  let now: Timestamp

  /// The attribution, which must have exactly these words by TMDb's terms.
  static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

  func heading(_ name: String, right: String?, originalName: String? = nil) -> [String] {
    let top = line(name, style: .strong, right: right, in: canvas.columns)
    guard let originalName = originalName?.nonEmpty, originalName != name else { return top }
    return top + [canvas.styled(truncated(originalName, to: canvas.columns), .faint)]
  }

  /// Returns a line with `left`, and with `right` at the right edge, or below if it takes more than half of the line.
  func line(_ left: String, style: Style?, right: String?, in columns: Int) -> [String] {
    guard let right, !right.isEmpty else { return line(left, style, columns) }
    guard displayColumns(right) * 2 > columns else {
      return [canvas.spread(left, style: style, right: right, in: columns)]
    }
    return line(left, style, columns) + line("  \(right)", .faint, columns)
  }

  private func line(_ text: String, _ style: Style?, _ columns: Int) -> [String] {
    let text = truncated(text, to: columns)
    return [style.map { canvas.styled(text, $0) } ?? text]
  }

  /// Returns those of `facts` that have text, separated by dots and wrapped.
  func facts(_ facts: [String?]) -> [String] {
    wrapped(facts.compactMap { $0?.nonEmpty }, separator: " · ", columns: canvas.columns)
  }

  func genres(_ genres: [String]) -> [String] { wrapped(genres, separator: ", ", columns: canvas.columns) }

  func paragraph(_ text: String?, _ style: Style? = nil) -> [String] {
    text?.nonEmpty.map { [""] + prose($0, style) } ?? []
  }

  func prose(_ text: String, _ style: Style? = nil, indent: Int = 0) -> [String] {
    let columns = canvas.columns - indent
    let words = text.split(separator: " ").flatMap { pieces(of: $0, columns) }
    return wrapped(words, columns: columns).map { line in
      padded("", to: indent) + (style.map { canvas.styled(line, $0) } ?? line)
    }
  }

  /// Splits a word that is longer than a line. Some languages write sentences without spaces.
  private func pieces(of word: Substring, _ columns: Int) -> [String] {
    var pieces = [""]
    for character in word {
      if displayColumns(pieces[pieces.count - 1]) + displayColumns(String(character)) > columns { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  /// Returns a heading with indented lines below it, or nothing if there are no lines.
  func section(_ heading: String, right: String? = nil, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [""] + self.heading(heading, right: right) + lines.map { "  \($0)" }
  }

  var sectionColumns: Int { canvas.columns - 2 }

  /// Returns a table of two columns. The left one is as wide as its longest label, and the right one is wrapped.
  func table(_ rows: [(label: String, words: [String])], separator: String) -> [String] {
    let labelColumns = rows.map { displayColumns($0.label) }.max() ?? 0
    return rows.flatMap { row in
      wrapped(row.words, separator: separator, columns: sectionColumns - labelColumns - 2).enumerated().map {
        padded($0 == 0 ? row.label : "", to: labelColumns + 2) + $1
      }
    }
  }

  /// Returns the services that offer the title, with the attribution that JustWatch requires, or nothing if none does.
  func providers(_ providers: WatchProviders?) -> [String] {
    guard let providers else { return [] }
    let kinds = [
      ("Stream", providers.flatrate), ("Free", providers.free), ("With ads", providers.ads), ("Rent", providers.rent),
      ("Buy", providers.buy),
    ]
    let rows = kinds.map { (label: $0.0, words: $0.1.compactMap(\.name.nonEmpty)) }.filter { !$0.words.isEmpty }
    // The address is not shortened, because a shortened link would not work.
    let link = providers.link?.nonEmpty.map { [canvas.styled($0, .faint)] } ?? []
    return section(
      "Where to watch, by JustWatch:", right: providers.country,
      rows.isEmpty ? [] : table(rows, separator: ", ") + link)
  }

  /// Returns the end of a page. It shows `marks`, which are the title's ids, and the source of the data.
  func footer(_ facts: some CatalogFacts, _ marks: String? = nil) -> [String] {
    let lines =
      [(marks, Style.faint), (facts.warning(now: now), .warning), (facts.credit, .faint)].flatMap { text, style in
        text.map { prose($0, style) } ?? []
      }
    return lines.isEmpty ? [] : [""] + lines
  }

  func date(_ date: CalendarDate?) -> String? { date.map(canvas.dateText) }
}

/// Returns a running time such as `2 h 19 min`.
func runtimeText(_ runtime: Duration?) -> String? {
  guard let runtime else { return nil }
  let (hours, rest) = (runtime.components.seconds / 60).quotientAndRemainder(dividingBy: 60)
  let parts = [hours > 0 ? "\(hours) h" : nil, rest > 0 || hours == 0 ? "\(rest) min" : nil]
  return parts.compactMap(\.self).joined(separator: " ")
}

/// Returns an average vote out of ten, such as `★ 8.4`.
func voteText(_ average: Double?) -> String? {
  guard let average, (0...10).contains(average) else { return nil }
  let tenths = Int((average * 10).rounded())
  return "★ \(tenths / 10).\(tenths % 10)"
}

extension String {
  /// The string itself; nil if it is empty, as many texts in a catalog are.
  var nonEmpty: String? { isEmpty ? nil : self }
}
