import Console

extension Arguments {
  /// Returns the action, the first word. If that looks like a title, the error suggests a search with `command`.
  func action<Action: CatalogAction>(of command: String? = nil) throws(UsageError) -> Action {
    let word = positionals[0]
    if let action = Action(rawValue: word) { return action }
    guard let command, nearestWord(to: word, among: Action.words) == nil else {
      throw UsageError.unknownAction(word, among: Action.words)
    }
    let prefixMatches = Int(word) == nil ? "search" : "show"
    throw UsageError(
      "There is no action '\(word)'. Did you mean: movienight \(command) \(prefixMatches) \(line(of: positionals))")
  }

  /// Returns the numbers after the action. Errors call them `names`, and suggest a search with `command`.
  func numbers(_ names: [String], of command: String) throws(UsageError) -> [Int] {
    let words = Array(positionals.dropFirst())
    var numbers: [Int] = []
    for word in words.prefix(names.count) {
      guard let number = Int(word) else {
        guard numbers.isEmpty else {
          throw UsageError("'\(word)' is not a number: \(positionals[0]) takes \(names.joined(separator: " "))")
        }
        guard word.isEmpty || !word.allSatisfy("0123456789".contains) else {
          throw UsageError("'\(word)' is not a TMDb id: ids are numbers from 1 to 2147483647")
        }
        let search = "movienight \(command) search \(line(of: words))"
        throw UsageError("'\(word)' is not a TMDb id: ids are numbers. Find it with: \(search)")
      }
      numbers.append(number)
    }
    if words.count < names.count { throw UsageError("\(positionals[0]) needs \(names[words.count])") }
    if words.count > names.count { throw UsageError("Unexpected argument '\(words[names.count])'") }
    return numbers
  }

  private func line(of words: [String]) -> String { words.map { shellWord(printable($0)) }.joined(separator: " ") }

  /// Throws an error if an option was given that belongs to another action of the command.
  func refuse(_ options: [CommandOption], with action: some CatalogAction) throws(UsageError) {
    for option in options where isGiven(option) {
      throw UsageError("--\(option.name) cannot be used with \(action.rawValue)")
    }
  }
}

protocol CatalogAction: RawRepresentable<String>, CaseIterable {}

extension CatalogAction {
  static var words: [String] { allCases.map(\.rawValue) }
}
