import Commands
import Domain
import EventStore
import Primitives

/// Decides one group of submissions, each on what those before it will have recorded.
///
/// It asks the store for streams and receipts, and changes nothing but the states in memory.
struct GroupDecider {
  let states: States
  private let store: any EventStore
  /// What the group will append, and for whom; the clock's own appends have no submission.
  private(set) var appends: [(append: CommandAppend, decided: Decided)] = []
  private(set) var outcomes: [(submission: Submission, outcome: SubmissionOutcome)] = []
  /// Submissions whose command id stands in this group already: they are decided after its commit.
  private(set) var deferred: [Submission] = []
  /// Streams whose due times are new.
  private(set) var moved: Set<StreamID> = []
  /// The command ids of what the group will append. A command that is only answered is not among them: the same id
  /// behind it is answered as well.
  private var keysInGroup: Set<ReceiptKey> = []
  /// The texts that the group will change, nil where it deletes one: what the store has of them is old.
  private var textsInGroup: [TextID: PersonalText?] = [:]
  /// The receipts of the group's commands, where the store has given all of them at once; nil where it is asked for each.
  var receipts: [ReceiptKey: Receipt]?
  /// The households and streams whose events the group's decisions rest on; kept in a shared store only. Texts need no
  /// entry of their own: none changes without an event of its household.
  private var basis: Set<Identifier<StreamKind>> = []
  /// The time of the group's first decision, in a shared store. The decisions hold only while nothing that others have
  /// recorded is later.
  private var firstTime: Timestamp?

  enum Decided {
    case submission(Submission, revision: Revision)
    case clock
  }

  /// Whether some of the group's commands were carried out before, and are only answered.
  var repeats: Bool { outcomes.contains { if case .repeated = $0.outcome { true } else { false } } }

  init(_ areas: CommandAreas, store: any EventStore, schema: EventSchema, capacity: Int?) {
    self.store = store
    states = States(areas, store: store, schema: schema, capacity: capacity)
  }

  mutating func beginGroup() {
    receipts = nil
    states.age()
    if store.isShared { states.beginNoting() }
    basis.removeAll(keepingCapacity: true)
    firstTime = nil
    appends.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    deferred.removeAll(keepingCapacity: true)
    moved.removeAll(keepingCapacity: true)
    keysInGroup.removeAll(keepingCapacity: true)
    textsInGroup.removeAll(keepingCapacity: true)
  }

  /// Loads what a group will be decided on, before the store is asked for: those who wait for the store need not wait for
  /// this.
  func warm(_ submissions: some Sequence<Submission>, due: [StreamID]) {
    do throws(ReplayError) {
      for stream in due { _ = try states.dueAt(stream) }
      for submission in submissions {
        let command = submission.command.addressed
        try states.replay(.household(command.household))
        try states.replay(command.stream)
        for stream in try command.needed(in: states) { try states.replay(stream) }
        for stream in try command.clocked(in: states) { try states.replay(stream) }
      }
    } catch {
      // The decision that needs it meets the same, and says so.
    }
  }

  /// Whether all that a submission will be decided on is in memory.
  func isWarm(_ submission: Submission) -> Bool {
    let command = submission.command.addressed
    guard states.holds(.household(command.household)), states.holds(command.stream) else { return false }
    do throws(ReplayError) {
      for stream in try command.needed(in: states) where !states.holds(stream) { return false }
      for stream in try command.clocked(in: states) where !states.holds(stream) { return false }
      return true
    } catch {
      return false
    }
  }

  /// Whether something of the group has been decided, in a shared store.
  var hasBegun: Bool { firstTime != nil }

  /// Whether something of the group was decided on what is no longer so.
  func isContradicted(by news: News) -> Bool {
    guard let firstTime else { return false }
    // A damaged event may have been about anything.
    if news.latest > firstTime || !news.damaged.isEmpty { return true }
    // Another household may have begun a round under the same id.
    return news.events.contains { basis.contains(Identifier($0.owner)) || basis.contains($0.stream.id) }
  }

  /// Takes back all that was decided in the group, which is not committed.
  mutating func takeBack() {
    states.takeBack()
    beginGroup()
  }

  // MARK: A submission

  mutating func decide(_ submission: Submission, at now: Timestamp) {
    let command = submission.command.addressed
    noteBasis(command.household, command.stream, at: now)
    do {
      if let key = submission.receiptKey, let mark = submission.mark {
        guard !keysInGroup.contains(key) else { return deferred.append(submission) }
        if let receipt = try receipt(for: key) {
          guard receipt.fingerprint == mark.fingerprint else { throw Refusal.commandIDReused }
          return outcomes.append((submission, .repeated(receipt)))
        }
      }
      // A command at or past a deadline meets the state after it.
      for stream in try command.clocked(in: states) { try doWhatIsDue(in: stream, at: now) }
      let decision = try command.decide(
        on: Basis(states: states, submission: submission, now: now) { [textsInGroup, store] id throws(StoreError) in
          if let text = textsInGroup[id] { text } else { try store.texts([id]).first }
        })
      try append(decision, submission.metadata, command.household, at: now)
      let revision = try states.revision(of: command.stream)
      appends[appends.count - 1].decided = .submission(submission, revision: revision)
      if let key = submission.receiptKey { keysInGroup.insert(key) }
    } catch let refusal as Refusal {
      outcomes.append((submission, .refused(refusal)))
    } catch let error as ReplayError {
      outcomes.append((submission, .failed(Self.failure(error))))
    } catch let error as StoreError {
      outcomes.append((submission, .failed(.unavailable(error))))
    } catch {
      outcomes.append((submission, .failed(.unavailable(StoreError(.unavailable, "\(error)")))))
    }
  }

  private mutating func noteBasis(_ household: HouseholdID, _ stream: StreamID, at now: Timestamp) {
    guard store.isShared else { return }
    firstTime = firstTime ?? now
    basis.insert(Identifier(household))
    basis.insert(stream.id)
  }

  private func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
    if let receipts { return receipts[key] }
    return try store.receipt(for: key)
  }

  private static func failure(_ error: ReplayError) -> CommitFailure {
    if case .store(let storeError) = error { return .unavailable(storeError) }
    return .unreadable(error)
  }

  // MARK: The clock

  /// Does what is due in a stream; nothing, where it is too early or the stream unknown.
  mutating func doWhatIsDue(in stream: StreamID, at now: Timestamp) throws(ReplayError) {
    while let due = try states.due(stream, at: now) {
      noteBasis(due.household, stream, at: now)
      try append(due.decision, EventMetadata(), due.household, at: now)
    }
  }

  // MARK: Appending

  private mutating func append(
    _ decision: Decision, _ metadata: EventMetadata, _ household: HouseholdID, at now: Timestamp
  ) throws(ReplayError) {
    var streams: [StreamAppend] = []
    streams.reserveCapacity(decision.appends.count)
    for append in decision.appends {
      streams.append(
        StreamAppend(
          stream: append.stream, owner: Identifier(household), expectedRevision: try states.revision(of: append.stream),
          events: append.events.map(NewEvent.init)))
    }
    for append in decision.appends { moved.formUnion(try states.moved(by: append, of: household)) }
    // Only now, when nothing can fail any more, the states move on.
    for append in decision.appends { states.runAhead(append, at: now, in: household) }
    for change in decision.texts {
      switch change {
      case .put(let text): textsInGroup.updateValue(text, forKey: text.id)
      case .delete(let id, _): textsInGroup.updateValue(nil, forKey: id)
      }
    }
    appends.append(
      (CommandAppend(metadata: metadata, streams: streams, texts: decision.texts, time: now), .clock))
  }
}

extension NewEvent {
  init(_ event: Event) {
    let payload = event.payload
    self.init(type: Swift.type(of: payload).type, version: Swift.type(of: payload).version, data: payload.data)
  }
}
