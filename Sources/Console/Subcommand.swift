import MovieNightKit

package protocol Subcommand: Sendable {
  /// The command's word: `history`.
  var name: String { get }
  /// A line for the list of `movienight help`.
  var summary: String { get }
  /// The positional arguments: `METHOD [JSON]`. Bracketed ones are optional, those with `...` can be repeated.
  var positionals: String { get }
  /// The possible first arguments, if there are only a few: shells complete them.
  var words: [String] { get }
  var options: [CommandOption] { get }
  /// The explanation on the help page, in whole sentences; may be empty.
  var details: String { get }
  /// Command lines that work as they are, with what each does.
  var examples: [(line: String, meaning: String)] { get }
  /// Whether errors show the protocol's code, reason and data of a refusal, as they do with `--json`.
  var showsRefusals: Bool { get }

  /// Runs on the otherwise unused thread of `Program.runAsProcess`, so it may block.
  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode
}

extension Subcommand {
  package var positionals: String { "" }
  package var words: [String] { [] }
  package var options: [CommandOption] { [] }
  package var details: String { "" }
  package var examples: [(line: String, meaning: String)] { [] }
  package var showsRefusals: Bool { false }
}

package enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
}

/// An error in the command line: exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  package static func unknownAction(_ action: String, among actions: [String]) -> UsageError {
    unknown("action", action, among: actions)
  }

  /// The error for a word that is not one of `words`. `kind` names what they are: `action`.
  package static func unknown(_ kind: String, _ word: String, among words: [String]) -> UsageError {
    let nearest = nearestWord(to: word, among: words).map { ". Did you mean \($0)?" } ?? ""
    return UsageError("There is no \(kind) '\(word)'\(nearest)")
  }
}

package protocol HintedError: Error {
  var message: String { get }
  var hint: String? { get }
}

/// A failure of a command, with advice: exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String
  /// The advice, each in its own line.
  package let hints: [String]
  /// The server's refusal, for scripts; nil if the server refused nothing.
  package let refusal: Refusal?

  package var hint: String? { hints.first }

  package init(_ description: String, hint: String? = nil) { self.init(description, hints: [hint]) }

  /// The failure of a request, with other advice than the error's own.
  package init(_ error: ClientError, hints: [String?]) {
    self.init(error.message, hints: hints, refusal: error.refusal)
  }

  package init(_ description: String, hints: [String?], refusal: Refusal? = nil) {
    self.description = description
    self.hints = hints.compactMap(\.self)
    self.refusal = refusal
  }
}
