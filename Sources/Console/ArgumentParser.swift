/// Parses the arguments after the command's name: options as `--name value` or `--name=value`, flags, and words without
/// dashes. After `--`, all arguments are words. A lone `-` is also a word, and stands for standard input.
package struct ArgumentParser {
  package let options: [CommandOption]
  package let positionals: String
  private let command: (any Subcommand)?

  package init(options: [CommandOption], positionals: String) {
    self.options = options
    self.positionals = positionals
    command = nil
  }

  /// Creates the parser of a command. It accepts only the words and options of the action that the arguments select.
  package init(_ command: any Subcommand) {
    options = command.options
    positionals = command.positionals
    self.command = command
  }

  package func parse(_ words: [String], variables: [String: String] = [:]) throws(UsageError) -> Arguments {
    var arguments = Arguments(variables: variables)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments.positionals += rest
        break
      }
      // An empty word names nothing, and may come from a variable that is not set.
      guard !word.isEmpty else { throw UsageError("An argument is empty") }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.positionals.append(word)
        continue
      }
      let (name, attached) = split(word)
      let option = try self.option(name, typed: word)
      if option.placeholder == nil {
        guard attached == nil else { throw UsageError("--\(option.name) takes no value") }
        arguments.flags.insert(option.name)
      } else if let value = attached ?? rest.popFirst() {
        arguments.values[option.name, default: []].append(value)
      } else {
        throw UsageError("--\(option.name) needs a value: --\(option.name) \(option.placeholder ?? "")")
      }
    }
    if !arguments.has(.help), !arguments.has(.version) { try check(arguments) }
    return arguments
  }

  private func split(_ word: String) -> (name: String, value: String?) {
    if let option = [CommandOption.help, .version].first(where: { word == "-\($0.name.prefix(1))" }) {
      return (option.name, nil)
    }
    guard word.hasPrefix("--") else { return (word, nil) }
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
  }

  private func option(_ name: String, typed: String) throws(UsageError) -> CommandOption {
    let known = options + [.help, .version]
    if let option = known.first(where: { $0.name == name }) { return option }
    let shown = typed.split(separator: "=").first.map(String.init) ?? typed
    let nearest = nearestWord(to: name, among: known.map(\.name)).map { ". Did you mean --\($0)?" } ?? ""
    throw UsageError("Unknown option \(shown)\(nearest)")
  }

  /// Throws an error unless the command takes every word and option. No word is ignored.
  private func check(_ arguments: Arguments) throws(UsageError) {
    let words = arguments.positionals
    guard let command, !command.actions.isEmpty else {
      return try checkCount(words, of: positionals)
    }
    guard let action = command.action(words) else {
      guard let word = words.first else {
        throw missing("ACTION is missing: \(command.words.joined(separator: ", "))")
      }
      throw command.correction(of: words) ?? .unknownAction(word, among: command.words)
    }
    try checkCount(words, of: action.positionals, after: action.name)
    let allowed = command.options(of: action)
    guard let option = options.first(where: { arguments.isGiven($0) && !allowed.contains($0) }) else { return }
    let names = command.actions.filter { $0.options.contains(option) && !$0.name.isEmpty }.map(\.name)
    throw UsageError(
      names.isEmpty
        ? "--\(option.name) cannot be used with \(action.name)"
        : "--\(option.name) works only with \(names.joined(separator: ", "))")
  }

  /// Returns the error for a word that is missing, with an example that has it.
  private func missing(_ sentence: String, after action: String? = nil) -> UsageError {
    let start = ["movienight", command?.name, action].compactMap(\.self).joined(separator: " ") + " "
    let example = command?.examples.first { $0.line.hasPrefix(start) }
    return UsageError(sentence, hints: example.map { ["For example: \($0.line)"] } ?? [])
  }

  /// Checks the number of words, of which the first is `action` unless that is nil.
  private func checkCount(_ words: [String], of form: String, after action: String? = nil) throws(UsageError) {
    let given = Array(words.dropFirst(action == nil ? 0 : 1))
    let wanted = form.split(separator: " ")
    let required = wanted.filter { !$0.hasPrefix("[") }
    if given.count < required.count {
      let name = required[given.count].prefix { $0 != "." }
      throw missing(action.map { "\($0) needs \(name)" } ?? "\(name) is missing", after: action)
    }
    let repeats = wanted.contains { $0.contains("...") }
    if given.count > wanted.count, !repeats {
      throw command?.correction(of: words) ?? UsageError("Unexpected argument '\(withoutAddress(given[wanted.count]))'")
    }
  }
}

package struct Arguments: Sendable {
  package fileprivate(set) var positionals: [String] = []
  fileprivate var values: [String: [String]] = [:]
  fileprivate var flags: Set<String> = []
  private let variables: [String: String]

  fileprivate init(variables: [String: String]) {
    self.variables = variables
  }

  package func has(_ flag: CommandOption) -> Bool { flags.contains(flag.name) }

  /// Whether the option was given on the command line. The environment does not count.
  package func isGiven(_ option: CommandOption) -> Bool { values[option.name] != nil || flags.contains(option.name) }

  /// Returns the value from the command line, else the environment variable's unless it is empty, else the default.
  package func value(_ option: CommandOption) -> String? { given(option) ?? option.fallback }

  /// Returns the value from the command line, else the environment variable's unless empty; nil if neither has one.
  package func given(_ option: CommandOption) -> String? {
    if let given = values[option.name]?.last { return given }
    guard let variable = option.variable, let value = variables[variable], !value.isEmpty else { return nil }
    return value
  }

  package func allValues(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

  /// Returns the value as a whole number within `range`; nil if there is no value.
  package func integer(_ option: CommandOption, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("--\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the word after the action, which the action requires. Errors call it `name`, as in `rename needs NAME`.
  package func operand(_ name: String) throws(UsageError) -> String {
    guard positionals.count > 1 else { throw UsageError("\(positionals[0]) needs \(name)") }
    return positionals[1]
  }

  package func value(_ option: CommandOption, neededBy action: String) throws(UsageError) -> String {
    guard let value = value(option) else { throw UsageError("\(action) needs --\(option.name)") }
    return value
  }
}

/// Returns a word for messages. Of a database's address only the scheme is kept; the rest may contain a password.
package func withoutAddress(_ word: String) -> String {
  word.contains("://") ? word.prefix { $0 != ":" } + "://…" : word
}
