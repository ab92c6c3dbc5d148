/// Several things that a word of the user matches, each with the number that names it.
package struct NumberedChoice<Thing> {
  package typealias Option = (number: Int, text: String, thing: Thing)

  private let sentence: String
  private let options: [Option]
  private let more: [String]
  private let advice: String
  private let numbersCanBeTyped: Bool

  /// - Parameters:
  ///   - sentence: What happened, such as that a word matches several movies.
  ///   - more: The way to options that are not listed; nil if all are.
  ///   - advice: What to type next time if the program cannot ask.
  ///   - numbersCanBeTyped: Whether the next command line can contain the numbers. If not, the error leaves them out.
  package init(
    _ sentence: String, _ options: [Option], more: String? = nil, advice: String, numbersCanBeTyped: Bool = true
  ) {
    (self.sentence, self.options, self.advice) = (sentence, options, advice)
    self.numbersCanBeTyped = numbersCanBeTyped
    self.more = more.map { ["There are more: \($0)"] } ?? []
  }

  /// The error if the program cannot ask.
  package var usageError: UsageError {
    UsageError(sentence, hints: (numbersCanBeTyped ? lines : options.map(\.text)) + more + [advice])
  }

  private var lines: [String] { options.map { "\($0.number)  \($0.text)" } }

  fileprivate func ask(_ environment: Environment) throws -> Thing {
    let errors = environment.errors
    errors.lines(
      [printable(sentence)] + lines.map { " " + truncated(printable($0), to: errors.columns - 2) } + more)
    while true {
      errors.text("Type the number of one, or nothing to stop: ")
      let typed = try environment.readLine().filter { !$0.isWhitespace }
      if typed.isEmpty { throw CommandFailure("Nothing was chosen, and nothing was changed") }
      if let option = options.first(where: { $0.number == Int(typed) }) { return option.thing }
    }
  }
}

extension Environment {
  /// Whether the program can ask the user: standard input and standard error are a terminal.
  package var canAsk: Bool { inputIsTerminal && errors.isTerminal }

  /// Lets the user choose. If the program cannot ask, throws a usage error with the options.
  package func choose<Thing>(_ choice: NumberedChoice<Thing>) throws -> Thing {
    guard canAsk else { throw choice.usageError }
    return try choice.ask(self)
  }
}
