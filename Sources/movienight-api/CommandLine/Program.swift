import Console
import MovieNightClient
import Primitives
import Server

/// The program as a function: understands the command line, runs one command, says why it failed.
enum Program {
  static func run(_ environment: Environment, commands: [any Subcommand] = Subcommands.all) -> ExitCode {
    let help = Help(commands: commands, terminal: environment.output)
    guard let word = environment.arguments.first else {
      Help(commands: commands, terminal: environment.errors).overview()
      return .usage
    }
    let rest = Array(environment.arguments.dropFirst())
    switch word {
    case "--version", "version":
      environment.output.line("movienight \(Version.current)")
      return .success
    case "help", "--help", "-h":
      guard let topic = rest.first else {
        help.overview()
        return .success
      }
      guard let command = commands.first(where: { $0.name == topic }) else {
        return unknown(topic, commands, environment)
      }
      help.page(command)
      return .success
    default:
      guard let command = commands.first(where: { $0.name == word }) else {
        return unknown(word, commands, environment)
      }
      return run(command, rest, help, environment)
    }
  }

  private static func run(_ command: any Subcommand, _ words: [String], _ help: Help, _ environment: Environment)
    -> ExitCode
  {
    do {
      let parser = ArgumentParser(options: command.options, positionals: command.positionals)
      let arguments = try parser.parse(words, variables: environment.variables)
      if arguments.has(.help) {
        help.page(command)
        return .success
      }
      return try command.run(arguments, environment)
    } catch let error as UsageError {
      complain(error.description, hint: "See: movienight \(command.name) --help", environment)
      return .usage
    } catch let error as ClientError {
      complain(error.description, data: error.refusal?.furtherData, hint: error.hint, environment)
      if case .badAddress = error { return .usage }
      return .failure
    } catch let error as CommandFailure {
      complain(error.description, hint: error.hint, environment)
      return .failure
    } catch let error as JSONError {
      complain("The server's answer is not what this program expects: \(error)", hint: nil, environment)
      return .failure
    } catch {
      complain("\(error)", hint: nil, environment)
      return .failure
    }
  }

  private static func unknown(_ word: String, _ commands: [any Subcommand], _ environment: Environment) -> ExitCode {
    let options = commands.lazy.flatMap(\.options)
    if let option = options.first(where: { "--\($0.name)" == word.prefix { $0 != "=" } }) {
      let hint = "Options go after the command: movienight COMMAND \(option.label)"
      complain("There is no command before --\(option.name)", hint: hint, environment)
      return .usage
    }
    let nearest = OtherWords.command(for: word) ?? nearestWord(to: word, among: commands.map(\.name) + ["help"])
    let suggestion = nearest.map { ". Did you mean '\($0)'?" } ?? ""
    complain(
      "Unknown command '\(printable(withoutAddress(word)))'\(suggestion)", hint: "See: movienight help", environment)
    return .usage
  }

  /// What was wrong, what more there is to know of it, and what to do: whatever failed, it is told in this form.
  private static func complain(
    _ text: String, data: JSONValue? = nil, hint: String?, _ environment: Environment
  ) {
    let errors = environment.errors
    errors.line("\(errors.styled("error:", .failure)) \(printable(text))")
    if let data { errors.line("  \(printable(data.compactText))") }
    if let hint { errors.line("  \(hint)") }
  }
}

extension Refusal {
  /// What the server tells beside the reason; nil where that is nothing.
  fileprivate var furtherData: JSONValue? {
    data.flatMap { data in data.members.contains { $0.name != "reason" } ? data : nil }
  }
}
