import ClientCommands
import Console

/// The words that can come next on a command line, for completion in a shell.
struct Completion {
  typealias Candidate = (word: String, summary: String)

  let commands: [any Subcommand]
  let environment: Environment

  /// Returns the candidates for the last of `typed`, the words after the program's name. There are none for names of
  /// files.
  func candidates(_ typed: [String]) async -> [Candidate] {
    let words = typed.map(Self.plain)
    let current = words.last ?? ""
    return await next(after: Array(words.dropLast()), typed: current).filter {
      Self.plain($0.word).lowercased().hasPrefix(current.lowercased())
    }
  }

  /// Returns a word without quotes and backslashes, which a shell may pass as they were typed.
  private static func plain(_ word: String) -> String { word.filter { !"'\"\\".contains($0) } }

  private func next(after words: [String], typed: String) async -> [Candidate] {
    let all: [Candidate] = commands.map { (word: $0.name, summary: $0.summary) }
    let others: [Candidate] = [
      ("help", "Show help."), ("--help", "Show help."), ("--version", "Print the version."),
    ]
    guard let name = words.first else { return all + others }
    if name == "help", words.count == 1 { return all }
    guard let command = commands.first(where: { $0.name == (name == "help" ? words[1] : name) }) else { return [] }
    let actions: [Candidate] = command.actions.filter { !$0.name.isEmpty }.map { (word: $0.name, summary: $0.summary) }
    if name == "help" { return words.count == 2 ? actions : [] }

    let (given, option) = Self.split(Array(words.dropFirst()), of: command)
    let action = given.isEmpty ? nil : command.action(given)
    if let option { return await values(of: option, typed: typed, command, words) }
    if typed.hasPrefix("-") {
      return (command.options(of: action) + [.help]).map { (word: "--\($0.name)", summary: $0.summary) }
    }
    if given.isEmpty, !actions.isEmpty { return actions }
    let form = action?.positionals ?? (actions.isEmpty ? command.positionals : "")
    var found: [Candidate] = []
    for slot in Self.slots(of: form, at: given.count - (action == nil ? 0 : 1)) {
      found += await values(of: slot, command, action, words)
    }
    return found
  }

  /// Splits the words after a command's name. Returns the positional arguments, and the option whose value comes next.
  private static func split(
    _ words: [String], of command: any Subcommand
  ) -> (given: [String], option: CommandOption?) {
    var given: [String] = []
    var option: CommandOption?
    for word in words {
      guard option == nil else {
        option = nil
        continue
      }
      option = command.options.first { $0.placeholder != nil && "--\($0.name)" == word }
      if !word.hasPrefix("-") { given.append(word) }
    }
    return (given, option)
  }

  /// Returns the parts of a form, such as `MOVIE...` or `up|down|none`, of which the argument at `index` can be one.
  private static func slots(of form: String, at index: Int) -> [String] {
    let slots = form.split(separator: " ").map(String.init)
    guard let repeated = slots.firstIndex(where: { $0.contains("...") }), index >= repeated else {
      return slots.indices.contains(index) ? [slots[index]] : []
    }
    let isRequired = index == repeated && !slots[repeated].hasPrefix("[")
    return isRequired ? [slots[repeated]] : Array(slots[repeated...])
  }

  // MARK: Values of arguments and options

  /// The commands whose MOVIE is one of the open round.
  static let commandsOfRoundMovies: Set<String> = ["vote", "pick", "withdraw", "unsuggest"]
  /// The actions of `household` whose first NAME is a member's.
  private static let actionsOfMembers: Set<String> = ["remove", "rename-member"]

  private func values(
    of slot: String, _ command: any Subcommand, _ action: CommandAction?, _ words: [String]
  ) async -> [Candidate] {
    let name = slot.filter { !"[].".contains($0) }
    if name.contains("|"), name == name.lowercased() {
      return name.split(separator: "|").map { (word: String($0), summary: "") }
    }
    switch (name, command.name) {
    case ("MOVIE", let verb) where Self.commandsOfRoundMovies.contains(verb):
      return await read(.roundMovies, command, words)
    case ("NAME", "login"), ("NAME", "logout"): return await read(.logins, command, words)
    case ("NAME", "household") where Self.actionsOfMembers.contains(action?.name ?? ""):
      return await read(.members, command, words)
    case ("LIST", _): return await read(.lists, command, words)
    case ("FORMAT", _): return await read(.importFormats, command, words)
    case ("NAME|everyone", _):
      return await read(.members, command, words) + [(word: "everyone", summary: "")]
    default:
      let isFirst = command.positionals.hasPrefix(slot)
      return isFirst && command.actions.isEmpty ? command.words.map { (word: $0, summary: "") } : []
    }
  }

  private func values(
    of option: CommandOption, typed: String, _ command: any Subcommand, _ words: [String]
  ) async -> [Candidate] {
    switch option.name {
    case "login": return await read(.logins, command, words)
    case "with":
      // The names before the last comma stay as they are.
      let earlier = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
      return await read(.members, command, words).map { (word: earlier + $0.word, summary: $0.summary) }
    case "as", "for": return await read(.members, command, words)
    default: return []
    }
  }

  /// Reads names with the login or the server that the command line names.
  private func read(_ values: CompletedValues, _ command: any Subcommand, _ words: [String]) async -> [Candidate] {
    let parser = ArgumentParser(options: command.options, positionals: "[WORD...]")
    // The last word may be an option without its value, which cannot be parsed.
    let parsed =
      (try? parser.parse(Array(words.dropFirst()), variables: environment.variables))
      ?? (try? parser.parse(Array(words.dropFirst().dropLast()), variables: environment.variables))
    guard let parsed else { return [] }
    return await values.read(parsed, environment).map { (word: $0, summary: "") }
  }
}
