/// One word of the command line and what it does.
package protocol Subcommand: Sendable {
  /// The word: `history`.
  var name: String { get }
  /// One line for the list of `movienight help`.
  var summary: String { get }
  /// What stands behind the options: `METHOD [JSON]`. A bracketed one may be left out, one with `...` repeated.
  var positionals: String { get }
  /// What may stand first behind the name, where that is one of a few words: a shell offers them.
  var words: [String] { get }
  var options: [CommandOption] { get }
  /// What a person should know before using it, in whole sentences; may be empty.
  var details: String { get }
  /// Lines that work as they stand, each with what it does.
  var examples: [(line: String, meaning: String)] { get }

  /// It runs on the thread of `Program.runAsProcess`, which does nothing else: what blocks it holds up nobody.
  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode
}

extension Subcommand {
  package var positionals: String { "" }
  package var words: [String] { [] }
  package var options: [CommandOption] { [] }
  package var details: String { "" }
  package var examples: [(line: String, meaning: String)] { [] }
}

/// How the program ends.
package enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
}

/// The command line is not one that the program understands: exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// A command has actions, and `action` is none of them.
  package static func unknownAction(_ action: String, among actions: [String]) -> UsageError {
    unknown("action", action, among: actions)
  }

  /// `word` should be one of `words`, and is not. `kind` says what they are: `action`.
  package static func unknown(_ kind: String, _ word: String, among words: [String]) -> UsageError {
    let nearest = nearestWord(to: word, among: words).map { ". Did you mean \($0)?" } ?? ""
    return UsageError("There is no \(kind) '\(word)'\(nearest)")
  }
}

/// An error that says what the person can do about it.
package protocol HintedError: Error {
  var message: String { get }
  var hint: String? { get }
}

/// A command could not do what it was asked, and what the person can do about it: exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String
  /// Each in a line of its own.
  package let hints: [String]

  package var hint: String? { hints.first }

  package init(_ description: String, hint: String? = nil) { self.init(description, hints: [hint]) }

  package init(_ description: String, hints: [String?]) {
    self.description = description
    self.hints = hints.compactMap(\.self)
  }
}
