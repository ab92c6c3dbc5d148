import MovieNightPrimitives

/// What an outbox holds, as a value: commands in their order, and outcomes that the app has not dealt with.
struct OutboxContents {
  /// Whose commands they are.
  let member: MemberID
  private(set) var pending: [KeptCommand] = []
  private(set) var outcomes: [KeptOutcome] = []
  private var lastNumber = 0

  init(of member: MemberID) { self.member = member }

  var count: Int { pending.count + outcomes.count }

  /// How many bytes of parameters and answers it holds.
  var bytes: Int {
    pending.reduce(0) { $0 + $1.request.parameters.count }
      + outcomes.reduce(0) { sum, outcome in
        let answer =
          switch outcome.answer {
          case .result(let bytes), .refusal(let bytes): bytes.count
          case .violation(let what): what.utf8.count
          }
        return sum + outcome.command.request.parameters.count + answer
      }
  }

  func outcome(of command: KeptCommand, _ answer: KeptOutcome.Answer) -> KeptOutcome {
    KeptOutcome(number: lastNumber + 1, command: command, answer: answer)
  }

  mutating func apply(_ record: OutboxRecord) {
    switch record {
    case .kept(let command):
      // One id is one command, however often it is given.
      if !isKnown(command.id) { pending.append(command) }
    case .answered(let outcome):
      pending.removeAll { $0.id == outcome.command.id }
      outcomes.append(outcome)
      lastNumber = outcome.number
    case .withdrawn(let id): pending.removeAll { $0.id == id }
    case .acknowledged(let id): outcomes.removeAll { $0.command.id == id }
    }
  }

  private func isKnown(_ id: CommandID) -> Bool {
    pending.contains { $0.id == id } || outcomes.contains { $0.command.id == id }
  }

  /// Lines that say all of this, and nothing else.
  var snapshot: [UInt8] {
    // An outcome's command stands before it, as it did.
    let answered = outcomes.flatMap { [OutboxRecord.kept($0.command), .answered($0)] }
    return (answered + pending.map { .kept($0) }).reduce(into: header) { $0 += OutboxRecord.line([$1]) }
  }

  /// Which outcome somebody waits for.
  enum Wanted {
    /// The first one behind the one with that number.
    case next(after: Int)
    case ofCommand(CommandID)
  }

  enum Look {
    /// It is not there, and may come.
    case open
    /// Nil: it will never be there.
    case known(KeptOutcome?)
  }

  func look(for wanted: Wanted) -> Look {
    switch wanted {
    case .next(let number): outcomes.first { $0.number > number }.map { .known($0) } ?? .open
    case .ofCommand(let id):
      if let outcome = outcomes.first(where: { $0.command.id == id }) {
        .known(outcome)
      } else {
        pending.contains { $0.id == id } ? .open : .known(nil)
      }
    }
  }
}
