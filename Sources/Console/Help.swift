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
    paragraph(
      "\(program.name) COMMAND [ACTION] --help shows the details. \(program.name) --version prints the version.")
  }

  /// Shows the page of a command, or of one of its actions.
  func page(_ command: any Subcommand, _ action: CommandAction? = nil) {
    let name = [program.name, command.name, action?.name].compactMap(\.self).joined(separator: " ")
    title(name, action?.summary ?? command.summary)
    terminal.line()
    paragraph("Usage: \(name) \(action.map { commandForm($0.positionals) } ?? command.form)")
    if action == nil, !command.actions.isEmpty {
      terminal.line()
      terminal.line(strong("Actions"))
      table(command.actionRows)
    }
    for text in action == nil ? command.paragraphs : [] {
      terminal.line()
      paragraph(text)
    }
    terminal.line()
    terminal.line(strong("Options"))
    table(
      (command.options(of: action) + [.help]).map { option in
        (option.label, option.explanation + (action == nil ? command.restriction(of: option) : ""))
      })
    let examples = command.examples(of: action)
    guard !examples.isEmpty else { return }
    terminal.line()
    terminal.line(strong("Examples"))
    for example in examples {
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

  private func table(_ rows: [(String, String)]) { terminal.lines(tableLines(rows, columns: readableColumns)) }
}

/// Returns the lines of a table with two columns. If there is little room, the right column is below the left one.
package func tableLines(_ rows: [(String, String)], columns: Int) -> [String] {
  func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
  let wanted = (rows.map { displayColumns($0.0) }.max() ?? 0) + 4
  let isNarrow = columns - wanted < 24
  let indent = isNarrow ? 6 : wanted
  return rows.flatMap { left, right in
    var lines = wrapped(words(right), columns: columns - indent).map { padded("", to: indent) + $0 }
    if isNarrow {
      lines = wrapped(words(left), columns: columns - 2).map { "  \($0)" } + lines
    } else if let first = lines.first {
      lines[0] = padded("  \(left)", to: indent) + first.dropFirst(indent)
    }
    return lines
  }
}

private func commandForm(_ positionals: String) -> String {
  positionals.isEmpty ? "[options]" : "\(positionals) [options]"
}

extension Subcommand {
  package var form: String { commandForm(positionals) }

  /// The forms of the actions, with what each does.
  package var actionRows: [(String, String)] {
    actions.map { action in
      let isDefault = action.name == defaultAction?.name && !action.name.isEmpty
      let form = [action.name.isEmpty ? "(none)" : action.name, action.positionals].filter { !$0.isEmpty }
      return (form.joined(separator: " "), action.summary + (isDefault ? " The default." : ""))
    }
  }

  /// Returns a sentence that names the actions which take an option; empty if all do.
  package func restriction(of option: CommandOption) -> String {
    let names = actions.filter { $0.options.contains(option) && !$0.name.isEmpty }.map(\.name)
    return names.isEmpty ? "" : " Only with \(names.joined(separator: ", "))."
  }

  /// Returns the examples of an action, or all examples if `action` is nil.
  package func examples(of action: CommandAction?) -> [(line: String, meaning: String)] {
    guard let action else { return examples }
    return examples.filter { "\($0.line) ".contains(" \(name) \(action.name) ") }
  }

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
