import MovieNightKit

package protocol Subcommand: Sendable {
  /// The word that selects the command, such as `history`.
  var name: String { get }
  /// A one-line summary for the list in `movienight help`.
  var summary: String { get }
  /// The positional arguments as in `METHOD [JSON]`. Those in brackets are optional; those with `...` can be repeated.
  /// A command with actions has `ACTION` or `[ACTION]`; the arguments of each action follow it.
  var positionals: String { get }
  /// The actions. The first one is the default if ACTION is optional.
  var actions: [CommandAction] { get }
  /// The possible values of the first argument, if there are only a few; by default the actions. Shells complete them.
  var words: [String] { get }
  var options: [CommandOption] { get }
  /// The explanation on the help page, in whole sentences. It may be empty.
  var details: String { get }
  /// Command lines that can be typed as they are, and what each does.
  var examples: [(line: String, meaning: String)] { get }
  /// Whether the report of a refusal shows the protocol's code, reason and data even without `--json`.
  var showsRefusals: Bool { get }

  /// Returns a better error than the usual one for positional arguments that the command does not take; nil if there is
  /// none.
  func correction(of words: [String]) -> UsageError?

  /// Runs the command. It may block, because the thread of `Program.runAsProcess` does nothing else.
  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode
}

extension Subcommand {
  package var positionals: String { "" }
  package var actions: [CommandAction] { [] }
  package var words: [String] { actions.map(\.name).filter { !$0.isEmpty } }
  package var options: [CommandOption] { [] }
  package var details: String { "" }
  package var examples: [(line: String, meaning: String)] { [] }
  package var showsRefusals: Bool { false }
  package func correction(of words: [String]) -> UsageError? { nil }
}

package enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
}

/// An error in the command line, reported with exit code 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// The advice, shown with one line per element instead of a reference to the help.
  package let hints: [String]

  package init(_ description: String, hints: [String] = []) {
    self.description = description
    self.hints = hints
  }

  package static func unknownAction(_ action: String, among actions: [String]) -> UsageError {
    unknown("action", action, among: actions)
  }

  /// Returns the error for a word that is not one of `words`. `kind` names what the words are, such as `action`.
  package static func unknown(_ kind: String, _ word: String, among words: [String]) -> UsageError {
    let nearest = nearestWord(to: word, among: words).map { ". Did you mean \($0)?" } ?? ""
    return UsageError("There is no \(kind) '\(withoutAddress(word))'\(nearest)")
  }
}

package protocol HintedError: Error {
  var message: String { get }
  var hint: String? { get }
}

/// The failure of a command, with advice. It is reported with exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String
  /// The advice, shown with one line per element.
  package let hints: [String]
  /// The server's refusal, for scripts; nil if the failure is not a refusal.
  package let refusal: Refusal?

  package var hint: String? { hints.first }

  package init(_ description: String, hint: String? = nil) { self.init(description, hints: [hint]) }

  /// Creates the failure of a request, with other advice than the error's own.
  package init(_ error: ClientError, hints: [String?]) {
    self.init(error.message, hints: hints, refusal: error.refusal)
  }

  package init(_ description: String, hints: [String?], refusal: Refusal? = nil) {
    self.description = description
    self.hints = hints.compactMap(\.self)
    self.refusal = refusal
  }
}
