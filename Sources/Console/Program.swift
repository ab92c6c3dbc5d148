import Glibc
import MovieNightKit
import Platform

/// A command-line program. It parses the arguments, runs a command, and reports errors.
package struct Program: Sendable {
  package let name: String
  /// The program's purpose in a few words.
  package let about: String
  package let version: String
  package let commands: [any Subcommand]
  /// Other words that users may type for a command, in lower case, with the command's name. Used for suggestions.
  private let aliases: [String: String]

  /// - Precondition: No two commands have the same name.
  package init(
    name: String, about: String, version: String, commands: [any Subcommand], aliases: [String: String] = [:]
  ) {
    var words: Set<String> = []
    for command in commands {
      precondition(words.insert(command.name).inserted, "two commands are called '\(command.name)'")
    }
    self.name = name
    self.about = about
    self.version = version
    self.commands = commands
    self.aliases = aliases
  }

  /// Runs the command with which the process was started, and exits with the command's code.
  package func runAsProcess() -> Never {
    // Makes a write beyond the file size limit (ulimit -f) fail like one to a full disk, instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    // Makes a write to a closed socket fail. A closed pipe as standard output ends the program nevertheless
    // (`Terminal`).
    signal(SIGPIPE, SIG_IGN)
    Terminal.occupyClosedDescriptors()
    let environment = Environment.live()
    ProcessTitle.hideSecrets()
    exit(CallingThread.run { await run(environment) }.rawValue)
  }

  package func run(_ environment: Environment) async -> ExitCode {
    let help = Help(program: self, terminal: environment.output)
    guard let word = environment.arguments.first else {
      Help(program: self, terminal: environment.errors).overview()
      return .usage
    }
    let rest = Array(environment.arguments.dropFirst())
    if let command = commands.first(where: { $0.name == word }) { return await run(command, rest, help, environment) }
    do throws(UsageError) {
      switch word {
      case "--version", "-v", "version":
        _ = try ArgumentParser(options: [], positionals: "").parse(rest)
        printVersion(environment)
        return .success
      case "help", "--help", "-h": return try showHelp(rest, help, environment)
      default: return unknown(word, environment)
      }
    } catch {
      reportError(error.description, hints: ["See: \(name) help"], environment)
      return .usage
    }
  }

  private func printVersion(_ environment: Environment) { environment.output.line("\(name) \(version)") }

  private func showHelp(
    _ words: [String], _ help: Help, _ environment: Environment
  ) throws(UsageError) -> ExitCode {
    let arguments = try ArgumentParser(options: [], positionals: "[COMMAND] [ACTION]").parse(words)
    let topics = arguments.positionals
    if arguments.has(.version) {
      printVersion(environment)
    } else if topics.isEmpty || topics == ["help"] {
      help.overview()
    } else {
      let command = commands.first { $0.name == topics[0] }
      if command == nil, topics[0] != "help" { return unknown(topics[0], environment) }
      let action = topics.count > 1 ? command?.action([topics[1]]) : nil
      if topics.count > 1, action == nil {
        throw .unknownAction(topics[1], among: command?.actions.map(\.name) ?? [])
      }
      if let command { help.page(command, action) }
    }
    return .success
  }

  private func run(
    _ command: any Subcommand, _ words: [String], _ help: Help, _ environment: Environment
  ) async -> ExitCode {
    var showsRefusals = command.showsRefusals
    do {
      let arguments = try ArgumentParser(command).parse(words, variables: environment.variables)
      if arguments.has(.version) {
        printVersion(environment)
        return .success
      }
      if arguments.has(.help) {
        help.page(command, arguments.positionals.isEmpty ? nil : command.action(arguments.positionals))
        return .success
      }
      showsRefusals = showsRefusals || arguments.has(.json)
      return try await command.run(arguments, environment)
    } catch let error as UsageError {
      let hints = error.hints.isEmpty ? [helpHint(command, words)] : error.hints
      reportError(error.description, hints: hints, environment)
      return .usage
    } catch let error as ClientError {
      let hints = [error.commandLineHint]
      if case .badAddress = error {
        reportError(error.message, hints: hints, environment)
        return .usage
      }
      return report(error.message, error.refusal, hints, showsRefusals, helpHint(command, words), environment)
    } catch let error as CommandFailure {
      return report(error.description, error.refusal, error.hints, showsRefusals, helpHint(command, words), environment)
    } catch let error as any HintedError {
      reportError(error.message, hints: [error.hint], environment)
      return .failure
    } catch let error as JSONError {
      let hint = "Compare the versions: movienight --version, and movienight call server.info"
      let detail = showsRefusals ? ": \(error)" : ""
      reportError("The server sent an unexpected answer\(detail)", hints: [hint], environment)
      return .failure
    } catch {
      reportError("\(error)", environment)
      return .failure
    }
  }

  private func unknown(_ word: String, _ environment: Environment) -> ExitCode {
    let options = commands.lazy.flatMap(\.options)
    if let option = options.first(where: { "--\($0.name)" == word.prefix { $0 != "=" } }) {
      let hint = "Options go after the command: \(name) COMMAND \(option.label)"
      reportError("There is no command before --\(option.name)", hints: [hint], environment)
      return .usage
    }
    let nearest = aliases[word.lowercased()] ?? nearestWord(to: word, among: commands.map(\.name) + ["help"])
    let suggestion = nearest.map { ". Did you mean '\($0)'?" } ?? ""
    reportError("Unknown command '\(withoutAddress(word))'\(suggestion)", hints: ["See: \(name) help"], environment)
    return .usage
  }

  private func helpHint(_ command: any Subcommand, _ words: [String]) -> String {
    let action = words.first.flatMap { command.action([$0]) }.map { " \($0.name)" } ?? ""
    return "See: \(name) \(command.name)\(action) --help"
  }

  /// Reports a failure. A refusal of what the user typed is wrong usage, and the same exit code as for wrong usage that
  /// this program finds. Its code, reason and data are shown only if `showsRefusals`.
  private func report(
    _ message: String, _ refusal: Refusal?, _ hints: [String?], _ showsRefusals: Bool, _ helpHint: String,
    _ environment: Environment
  ) -> ExitCode {
    let isUsageError = refusal?.isUsageError == true
    let text = showsRefusals ? message : refusal?.parameterSentence ?? message
    reportError(
      text, refusal: showsRefusals ? refusal : nil, hints: hints + (isUsageError ? [helpHint] : []), environment)
    return isUsageError ? .usage : .failure
  }

  /// Reports an error with its advice. All errors are reported in this form. A refusal adds its code, reason and data.
  private func reportError(
    _ text: String, refusal: Refusal? = nil, hints: [String?] = [], _ environment: Environment
  ) {
    let errors = environment.errors
    let sentence = "error: " + printable(text + (refusal?.codeText ?? ""))
    for line in errors.isTerminal ? wrapped(sentence, columns: errors.columns) : [sentence] {
      errors.line(line.hasPrefix("error:") ? errors.styled("error:", .failure) + line.dropFirst(6) : line)
    }
    if let data = refusal?.furtherData { errors.line("  \(printable(data.compactText))") }
    errors.lines(hints.compactMap(\.self).flatMap { advice(printable($0), errors) })
  }

  /// Returns the lines of a hint. A terminal's are wrapped, except for a command line at the end, which people copy.
  private func advice(_ hint: String, _ errors: Terminal) -> [String] {
    guard errors.isTerminal, displayColumns(hint) + 2 > errors.columns else { return ["  \(hint)"] }
    let command = hint.firstRange(of: "\(name) ")?.lowerBound ?? hint.endIndex
    let sentence = wrapped(String(hint[..<command]), columns: errors.columns - 2)
    return sentence.map { "  \($0)" } + (command == hint.endIndex ? [] : ["    \(hint[command...])"])
  }
}

extension Refusal {
  /// Whether the server refused the request's form: the user typed something that no server would accept.
  fileprivate var isUsageError: Bool { [-32600, -32601, -32602].contains(code) }

  /// The sentence about an invalid parameter, with its name in words; nil for other refusals.
  fileprivate var parameterSentence: String? {
    guard code == -32602, let invalid = fields?.first else { return nil }
    let name = invalid.field.split(separator: ".").last?.prefix { $0 != "[" } ?? "value"
    return "The \(name.replacing("_", with: " ")) \(invalid.message)."
  }

  fileprivate var codeText: String { reason.isEmpty ? " (\(code))" : " (\(code) \(reason))" }

  /// The server's data other than the reason; nil if there is none.
  fileprivate var furtherData: JSONValue? {
    data.flatMap { data in data.json.members.contains { $0.name != "reason" } ? data.json : nil }
  }
}
