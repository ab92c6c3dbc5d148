import Primitives

/// What an outbox holds, as a value: commands in their order, and outcomes that the app has not dealt with.
struct OutboxContents {
  private(set) var member: String?
  private(set) var pending: [KeptCommand] = []
  private(set) var outcomes: [KeptOutcome] = []
  private var lastNumber = 0

  var count: Int { pending.count + outcomes.count }

  /// How many bytes of parameters and answers it holds.
  var bytes: Int {
    pending.reduce(0) { $0 + $1.request.parameters.count }
      + outcomes.reduce(0) { sum, outcome in
        let answer =
          switch outcome.answer {
          case .result(let bytes), .refusal(let bytes): bytes.count
          }
        return sum + outcome.command.request.parameters.count + answer
      }
  }

  func outcome(of command: KeptCommand, _ answer: KeptOutcome.Answer) -> KeptOutcome {
    KeptOutcome(number: lastNumber + 1, command: command, answer: answer)
  }

  mutating func apply(_ record: OutboxRecord) {
    switch record {
    case .member(let member): self.member = member
    case .kept(let command): pending.append(command)
    case .answered(let outcome):
      pending.removeAll { $0.id == outcome.command.id }
      outcomes.append(outcome)
      lastNumber = outcome.number
    case .done(let id):
      pending.removeAll { $0.id == id }
      outcomes.removeAll { $0.command.id == id }
    }
  }

  /// Lines that say all of this, and nothing else.
  var snapshot: [UInt8] {
    var bytes = OutboxRecord.header
    if let member { bytes += OutboxRecord.member(member).bytes }
    // An outcome's command stands before it, as it did.
    for outcome in outcomes { bytes += OutboxRecord.kept(outcome.command).bytes + OutboxRecord.answered(outcome).bytes }
    for command in pending { bytes += OutboxRecord.kept(command).bytes }
    return bytes
  }
}
