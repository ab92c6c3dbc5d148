import Console

extension Arguments {
  /// Returns the action, which is the first word.
  func action<Action: CatalogAction>() throws(UsageError) -> Action {
    guard let action = Action(rawValue: positionals[0]) else {
      throw UsageError.unknownAction(positionals[0], among: Action.allCases.map(\.rawValue))
    }
    return action
  }

  /// Returns the numbers after the action, which takes `names`. Errors suggest a search with `command`.
  func numbers(_ names: [String], of command: String) throws(UsageError) -> [Int] {
    var numbers: [Int] = []
    for word in positionals.dropFirst() {
      guard let number = Int(word) else {
        guard numbers.isEmpty else {
          throw UsageError("'\(word)' is not a number: \(positionals[0]) takes \(names.joined(separator: " "))")
        }
        throw CatalogTitle.notAnID(Array(positionals.dropFirst()), of: command)
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// Titles that were typed where an action or an id is expected.
enum CatalogTitle {
  /// Returns the error that suggests a search with `command`; nil if the words contain no title.
  static func error(for words: [String], of command: String, among actions: [String]) -> UsageError? {
    if actions.contains(words[0]) {
      return words.count > 1 && Int(words[1]) == nil ? notAnID(Array(words.dropFirst()), of: command) : nil
    }
    guard nearestWord(to: words[0], among: actions) == nil else { return nil }
    let action = Int(words[0]) == nil ? "search" : "show"
    return UsageError(
      "There is no action '\(words[0])'. Did you mean: movienight \(command) \(action) \(line(of: words))")
  }

  static func notAnID(_ words: [String], of command: String) -> UsageError {
    guard words[0].isEmpty || !words[0].allSatisfy("0123456789".contains) else {
      return UsageError("'\(words[0])' is not a TMDb id: ids are numbers from 1 to 2147483647")
    }
    let search = "movienight \(command) search \(line(of: words))"
    return UsageError("'\(words[0])' is not a TMDb id: ids are numbers. Find it with: \(search)")
  }

  private static func line(of words: [String]) -> String {
    words.map { shellWord(printable($0)) }.joined(separator: " ")
  }
}

protocol CatalogAction: RawRepresentable<String>, CaseIterable {}
