package struct Help {
  let program: Program
  let terminal: Terminal

  func overview() {
    title(program.name, program.about)
    terminal.line()
    terminal.line("Usage: \(program.name) COMMAND [options]")
    terminal.line()
    terminal.line(strong("Commands"))
    table(program.commands.map { ($0.name, $0.summary) } + [("help [COMMAND]", "Show help.")])
    terminal.line()
    paragraph("\(program.name) COMMAND --help shows the details. \(program.name) --version prints the version.")
  }

  func page(_ command: any Subcommand) {
    let name = "\(program.name) \(command.name)"
    title(name, command.summary)
    terminal.line()
    paragraph("Usage: \(name) \(command.form)")
    for text in command.paragraphs {
      terminal.line()
      paragraph(text)
    }
    terminal.line()
    terminal.line(strong("Options"))
    table((command.options + [.help]).map { ($0.label, $0.explanation) })
    guard !command.examples.isEmpty else { return }
    terminal.line()
    terminal.line(strong("Examples"))
    for example in command.examples {
      for line in wrapped(words("# \(example.meaning)"), columns: readableColumns - 2) {
        terminal.line("  \(terminal.styled(line, .faint))")
      }
      terminal.lines(continued(example.line).map { "  \($0)" })
    }
  }

  private var readableColumns: Int { min(terminal.columns, 100) }

  private func strong(_ text: String) -> String { terminal.styled(text, .strong) }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func title(_ name: String, _ summary: String) {
    let lines = wrapped(words("\(name) – \(summary)"), columns: readableColumns)
    terminal.line(strong(name) + (lines.first?.dropFirst(name.count) ?? ""))
    terminal.lines(Array(lines.dropFirst()))
  }

  private func paragraph(_ text: String) {
    terminal.lines(wrapped(words(text), columns: readableColumns))
  }

  /// Splits a long shell command into lines that can be pasted into a shell as they are.
  private func continued(_ line: String) -> [String] {
    var lines: [String] = []
    for word in shellWords(line) {
      // Leaves room for the indent and the backslash.
      if let last = lines.last, displayColumns("\(last) \(word)") <= readableColumns - 4 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        if let last = lines.last { lines[lines.count - 1] = "\(last) \\" }
        lines.append(word)
      }
    }
    return lines
  }

  /// Writes two columns. In a narrow window the right column is written below the left one.
  private func table(_ rows: [(String, String)]) {
    let wanted = (rows.map { displayColumns($0.0) }.max() ?? 0) + 4
    let isNarrow = readableColumns - wanted < 24
    let indent = isNarrow ? 6 : wanted
    for (left, right) in rows {
      var lines = wrapped(words(right), columns: readableColumns - indent).map { padded("", to: indent) + $0 }
      if isNarrow {
        lines = wrapped(words(left), columns: readableColumns - 2).map { "  \($0)" } + lines
      } else if let first = lines.first {
        lines[0] = padded("  \(left)", to: indent) + first.dropFirst(indent)
      }
      terminal.lines(lines)
    }
  }
}

extension Subcommand {
  package var form: String { positionals.isEmpty ? "[options]" : "\(positionals) [options]" }

  package var paragraphs: [String] { details.split(separator: "\n\n").map(String.init) }
}

extension CommandOption {
  package var label: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// The summary, followed by the environment variable and the default in brackets.
  package var explanation: String {
    let sources = [variable, fallback.map { "default \($0)" }].compactMap { $0 }
    return summary + (sources.isEmpty ? "" : " [\(sources.joined(separator: ", "))]")
  }
}
