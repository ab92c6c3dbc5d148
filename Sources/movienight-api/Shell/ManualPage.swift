import Console
import Server

/// A page of the manual in man(7) format. It is made from the same data as the help.
struct ManualPage {
  /// The name of the page's file, without the section of the manual.
  let name: String
  let text: String

  /// Returns the page of the program, followed by the pages of its commands.
  static func all(of commands: [any Subcommand]) -> [ManualPage] {
    [overview(commands)] + commands.map { page($0) }
  }

  private static func overview(_ commands: [any Subcommand]) -> ManualPage {
    let about = "which movie tonight, and how was it?"
    var lines = head("movienight", about) + [".B movienight", "COMMAND [options]"]
    lines += [".SH COMMANDS"]
    for command in commands {
      lines += [".TP", ".BR movienight\\-\(escaped(command.name)) (1)", escaped(command.summary)]
    }
    var variables: [String] = []
    for option in commands.flatMap(\.options) {
      guard let variable = option.variable, !variables.contains(variable) else { continue }
      if variables.isEmpty { lines.append(".SH ENVIRONMENT") }
      variables.append(variable)
      lines += [
        ".TP", ".B \(escaped(variable))",
        escaped("The value of --\(option.name) if the option is not given. \(option.summary)"),
      ]
    }
    return ManualPage(name: "movienight", text: (lines + exitStatus).joined(separator: "\n") + "\n")
  }

  private static func page(_ command: any Subcommand) -> ManualPage {
    var lines = head("movienight-\(command.name)", command.summary)
    lines += [".B movienight \(escaped(command.name))", escaped(command.form)]
    if !command.details.isEmpty {
      lines.append(".SH DESCRIPTION")
      for (index, paragraph) in command.paragraphs.enumerated() {
        if index > 0 { lines.append(".PP") }
        lines.append(escaped(paragraph))
      }
    }
    if !command.actions.isEmpty { lines.append(".SH ACTIONS") }
    for (form, summary) in command.actionRows { lines += [".TP", ".B \(escaped(form))", escaped(summary)] }
    lines.append(".SH OPTIONS")
    for option in command.options + [.help] {
      lines += [".TP", ".B \(escaped(option.label))", escaped(option.explanation + command.restriction(of: option))]
    }
    if !command.examples.isEmpty { lines.append(".SH EXAMPLES") }
    for example in command.examples {
      lines += [".TP", escaped(example.meaning), ".EX", escaped(example.line), ".EE"]
    }
    lines += exitStatus + [".SH SEE ALSO", ".BR movienight (1)"]
    return ManualPage(name: "movienight-\(command.name)", text: lines.joined(separator: "\n") + "\n")
  }

  private static func head(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(escaped(name.uppercased())) 1 \"\" \"movienight \(Version.current)\" \"movienight\"",
      ".SH NAME", "\(escaped(name)) \\- \(escaped(summary))", ".SH SYNOPSIS",
    ]
  }

  private static let exitStatus = [
    ".SH EXIT STATUS", escaped("0 for success, 1 for a failure, 2 for wrong usage."),
  ]

  /// Escapes text so that none of its lines is taken for a request, and so that its hyphens are copied as hyphens.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // man(1) would show an unescaped apostrophe as a typographic quote.
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      case "–": result += "\\(en"
      default: result.append(character)
      }
    }
    return result.first == "." ? "\\&" + result : result
  }
}
