/// The contents of an outbox: the waiting commands in order, and the outcomes that were not acknowledged.
struct OutboxContents {
  let member: MemberID
  private(set) var pending: [Outbox.Command] = []
  private(set) var outcomes: [NumberedOutcome] = []
  private var lastNumber = 0

  typealias NumberedOutcome = (number: Int, outcome: Outbox.Outcome)

  init(of member: MemberID) { self.member = member }

  var count: Int { pending.count + outcomes.count }

  var bytes: Int {
    pending.reduce(0) { $0 + $1.bytes } + outcomes.reduce(0) { $0 + $1.outcome.bytes }
  }

  mutating func apply(_ record: OutboxRecord) {
    switch record {
    case .kept(let command):
      // A command is kept only once, however often its id is submitted.
      let isKnown = isPending(command.id) || outcomes.contains { $0.outcome.id == command.id }
      if !isKnown { pending.append(command) }
    case .answered(let id, let result):
      guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
      lastNumber += 1
      outcomes.append((lastNumber, Outbox.Outcome(command: pending.remove(at: index), result: result)))
    case .withdrawn(let id): pending.removeAll { $0.id == id }
    case .acknowledged(let id): outcomes.removeAll { $0.outcome.id == id }
    }
  }

  func isPending(_ id: CommandID) -> Bool { pending.contains { $0.id == id } }

  /// The bytes of a file with only these contents.
  var snapshot: [UInt8] {
    // Write each command before its outcome, as in the original file. An outcome without its command would be ignored.
    let answered = outcomes.flatMap { _, outcome in
      [OutboxRecord.kept(outcome.command), .answered(outcome.id, outcome.result)]
    }
    return (answered + pending.map { .kept($0) }).reduce(into: header) { $0 += OutboxRecord.line([$1]) }
  }

  enum OutcomeSelector {
    /// The first outcome after the one with that number.
    case next(after: Int)
    case ofCommand(CommandID)
  }

  func outcome(_ wanted: OutcomeSelector) -> NumberedOutcome? {
    switch wanted {
    case .next(let number): outcomes.first { $0.number > number }
    case .ofCommand(let id): outcomes.first { $0.outcome.id == id }
    }
  }

  func canStillArrive(_ wanted: OutcomeSelector) -> Bool {
    if case .ofCommand(let id) = wanted { isPending(id) } else { true }
  }
}

extension Outbox.Command {
  var bytes: Int { parameters.encoded.count }
}

extension Outbox.Outcome {
  fileprivate var bytes: Int {
    let answer =
      switch result {
      case .success(let result): result.encoded.count
      case .failure(let error): error.refusal?.json.count ?? error.violation.utf8.count
      }
    return command.bytes + answer
  }
}
