/// An action of a command, such as `join` of `household`, with its own arguments.
package struct CommandAction: Sendable {
  /// The word that selects the action; empty for what the command does without an action.
  package let name: String
  /// The positional arguments after the name, written as in `Subcommand.positionals`.
  package let positionals: String
  package let summary: String
  /// The options that only this action takes, and other actions that list them. All actions take the command's other
  /// options.
  package let options: [CommandOption]

  /// `form` is the name with the positional arguments, such as `add MOVIE...`.
  package init(_ form: String, _ summary: String, _ options: [CommandOption] = []) {
    let words = form.split(separator: " ", maxSplits: 1).map(String.init)
    name = words.first ?? ""
    positionals = words.count > 1 ? words[1] : ""
    self.summary = summary
    self.options = options
  }
}

extension Subcommand {
  /// The action that runs if no word names one.
  package var defaultAction: CommandAction? { positionals.hasPrefix("[") ? actions.first : nil }

  /// Returns the action that the positional arguments select; nil if the first of them is not an action.
  package func action(_ words: [String]) -> CommandAction? {
    guard let word = words.first else { return defaultAction }
    return word.isEmpty ? nil : actions.first { $0.name == word }
  }

  /// Returns the options that an action takes, or all options of the command if `action` is nil.
  package func options(of action: CommandAction?) -> [CommandOption] {
    guard let action else { return options }
    return options.filter { option in
      action.options.contains(option) || !actions.contains { $0.options.contains(option) }
    }
  }
}
