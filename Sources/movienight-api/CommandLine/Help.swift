/// The pages of `movienight help`.
struct Help {
  let commands: [any Subcommand]
  let terminal: Terminal

  func overview() {
    terminal.line("\(strong("movienight")) – which movie tonight, and how was it?")
    terminal.line()
    terminal.line("Usage: movienight COMMAND [options]")
    terminal.line()
    terminal.line(strong("Commands"))
    table(commands.map { ($0.name, $0.summary) } + [("help [COMMAND]", "Show help.")])
    terminal.line()
    terminal.line("movienight COMMAND --help tells more. movienight --version prints the version.")
  }

  func page(_ command: any Subcommand) {
    terminal.line("\(strong("movienight \(command.name)")) – \(command.summary)")
    terminal.line()
    let positionals = command.positionals.isEmpty ? "" : " \(command.positionals)"
    terminal.line("Usage: movienight \(command.name)\(positionals)\(command.options.isEmpty ? "" : " [options]")")
    if !command.details.isEmpty {
      for paragraph in command.details.split(separator: "\n\n") {
        terminal.line()
        terminal.lines(wrapped(paragraph.split(separator: " ").map(String.init), columns: readableColumns))
      }
    }
    terminal.line()
    terminal.line(strong("Options"))
    table((command.options + [.help]).map { (label($0), explanation($0)) })
    guard !command.examples.isEmpty else { return }
    terminal.line()
    terminal.line(strong("Examples"))
    for example in command.examples {
      terminal.line("  \(terminal.styled("# \(example.meaning)", .faint))")
      terminal.line("  \(example.line)")
    }
  }

  private var readableColumns: Int { min(terminal.columns, 100) }

  private func strong(_ text: String) -> String { terminal.styled(text, .strong) }

  private func label(_ option: CommandOption) -> String {
    "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
  }

  private func explanation(_ option: CommandOption) -> String {
    let sources = [option.variable.map { "\($0)" }, option.fallback.map { "default \($0)" }].compactMap { $0 }
    return option.summary + (sources.isEmpty ? "" : " [\(sources.joined(separator: ", "))]")
  }

  private func table(_ rows: [(String, String)]) {
    let indent = (rows.map { displayColumns($0.0) }.max() ?? 0) + 4
    for (left, right) in rows {
      let words = right.split(separator: " ").map(String.init)
      let lines = wrapped(words, columns: max(20, readableColumns - indent))
      for (index, line) in lines.enumerated() {
        terminal.line(padded(index == 0 ? "  \(left)" : "", to: indent) + line)
      }
    }
  }
}
