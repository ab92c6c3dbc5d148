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
    // Makes a write to a closed pipe fail, so that it is reported.
    signal(SIGPIPE, SIG_IGN)
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
    switch word {
    case "--version", "version":
      environment.output.line("\(name) \(version)")
      return .success
    case "help", "--help", "-h":
      guard let topic = rest.first else {
        help.overview()
        return .success
      }
      guard let command = commands.first(where: { $0.name == topic }) else {
        return unknown(topic, environment)
      }
      help.page(command)
      return .success
    default:
      guard let command = commands.first(where: { $0.name == word }) else {
        return unknown(word, environment)
      }
      return await run(command, rest, help, environment)
    }
  }

  private func run(
    _ command: any Subcommand, _ words: [String], _ help: Help, _ environment: Environment
  ) async -> ExitCode {
    var showsRefusals = command.showsRefusals
    do {
      let parser = ArgumentParser(options: command.options, positionals: command.positionals)
      let arguments = try parser.parse(words, variables: environment.variables)
      if arguments.has(.help) {
        help.page(command)
        return .success
      }
      showsRefusals = showsRefusals || arguments.has(.json)
      return try await command.run(arguments, environment)
    } catch let error as UsageError {
      reportError(error.description, hints: ["See: \(name) \(command.name) --help"], environment)
      return .usage
    } catch let error as ClientError {
      let refusal = showsRefusals ? error.refusal : nil
      reportError(error.message, refusal: refusal, hints: [error.commandLineHint], environment)
      if case .badAddress = error { return .usage }
      return .failure
    } catch let error as CommandFailure {
      let refusal = showsRefusals ? error.refusal : nil
      reportError(error.description, refusal: refusal, hints: error.hints, environment)
      return .failure
    } catch let error as any HintedError {
      reportError(error.message, hints: [error.hint], environment)
      return .failure
    } catch let error as JSONError {
      let hint = "Compare the versions: movienight --version, and movienight call server.info"
      reportError("The server sent an unexpected answer: \(error)", hints: [hint], environment)
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

  /// Reports an error with its advice. All errors are reported in this form. A refusal adds its code, reason and data.
  private func reportError(
    _ text: String, refusal: Refusal? = nil, hints: [String?] = [], _ environment: Environment
  ) {
    let errors = environment.errors
    errors.line("\(errors.styled("error:", .failure)) \(printable(text + (refusal?.codeText ?? "")))")
    if let data = refusal?.furtherData { errors.line("  \(printable(data.compactText))") }
    for hint in hints.compactMap(\.self) { errors.line("  \(printable(hint))") }
  }
}

extension Refusal {
  fileprivate var codeText: String { reason.isEmpty ? " (\(code))" : " (\(code) \(reason))" }

  /// The server's data other than the reason; nil if there is none.
  fileprivate var furtherData: JSONValue? {
    data.flatMap { data in data.json.members.contains { $0.name != "reason" } ? data.json : nil }
  }
}
