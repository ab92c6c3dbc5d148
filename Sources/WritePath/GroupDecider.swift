import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Decides a group of submissions. Each decision is based on the states that the earlier submissions of the group have
/// produced. Reads receipts and texts from the store, and changes only the states in memory.
struct GroupDecider {
  let states: States
  private let store: any ReceiptStore & TextStore
  private(set) var group = DecidedGroup()
  /// The limit on what each household records; nil for no limit.
  private(set) var quota: RecordingQuota?
  private var pendingWrites = PendingWrites()
  /// The receipts of the group's commands, if they were read together; nil if each is read separately.
  var receipts: [ReceiptKey: Receipt]?

  /// The group's writes that later commands of the group must see, although they are not in the store yet.
  private struct PendingWrites {
    /// The keys of the receipts that the group will record. A command that is only answered is not included, so a later
    /// command with the same id is answered as well.
    var keys: Set<ReceiptKey> = []
    /// The texts that the group will change, with nil for a deleted text. They override those in the store.
    var texts: [TextID: PersonalText?] = [:]

    mutating func removeAll() {
      keys.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: true)
    }
  }

  init(_ states: States, store: any ReceiptStore & TextStore, recordingQuota: Int? = nil) {
    quota = recordingQuota.map { RecordingQuota(bytesPerDay: $0) }
    self.store = store
    self.states = states
  }

  /// Begins a group. In a shared store, the group can be rolled back.
  mutating func beginGroup() {
    receipts = nil
    if store.isShared { states.beginUndoLog() }
    pendingWrites.removeAll()
  }

  mutating func takeGroup() -> DecidedGroup {
    defer { group = DecidedGroup() }
    return group
  }

  /// Refunds the quota that was charged for a group that was not recorded.
  mutating func refund(_ group: DecidedGroup) { for append in group.appends { refund(append) } }

  /// Refunds the quota that was charged for appends that the store did not commit.
  mutating func refund(_ group: DecidedGroup, notCommittedIn outcomes: [CommitOutcome]) {
    for (append, outcome) in zip(group.appends, outcomes) {
      if case .committed = outcome { continue }
      refund(append)
    }
  }

  private mutating func refund(_ append: DecidedGroup.Append) {
    if let charge = append.charge { quota?.refund(charge) }
  }

  /// Charges a household's quota for another server's event, unless it is the event of a deadline or an administrator.
  mutating func chargeQuota(for event: RecordedEvent) {
    guard event.metadata.actor != nil else { return }
    _ = quota?.charge(event.recordedBytes, to: HouseholdID(event.owner), at: event.recordedAt)
  }

  /// Rolls back a group that was not recorded, so that it can be decided again.
  mutating func rollBack(_ group: DecidedGroup) {
    states.rollBack()
    refund(group)
  }

  // MARK: Deciding a submission

  /// Decides a submission, and adds its append or outcome to the group.
  /// - Returns: a stream whose state is not in memory, in which case the submission was not decided; nil if it was.
  mutating func decide(_ submission: Submission, at now: Timestamp) -> StreamID? {
    do {
      try decideLoaded(submission, at: now)
    } catch let missing as NotLoaded {
      return missing.stream
    } catch {
      let outcome: SubmissionOutcome =
        switch error {
        case let refusal as Refusal: .refused(refusal)
        case let error as QuotaExceeded: .overQuota(retryAfterMilliseconds: error.retryAfterMilliseconds)
        case let failure as CommitFailure: .failed(failure)
        case let error as StoreError: .failed(.unavailable(error))
        default: .failed(.unavailable(StoreError(.unavailable, "\(error)")))
        }
      group.unrecorded.append(CommitResult(submission, outcome))
    }
    group.time = now
    group.submissions.append(submission)
    return nil
  }

  private mutating func decideLoaded(_ submission: Submission, at now: Timestamp) throws {
    // Only the decider looks for receipts, because a repeated command must not be decided again. No store has to: this
    // process alone writes to it, or the append lock is held and `assumeNew` makes the commit fail if one was missed.
    if let key = submission.receiptKey, let mark = submission.mark {
      guard !pendingWrites.keys.contains(key) else { return group.deferred.append(submission) }
      let receipt = if let receipts { receipts[key] } else { try store.receipt(for: key) }
      if let receipt {
        guard receipt.fingerprint == mark.fingerprint else { throw Refusal.commandIDReused }
        return group.unrecorded.append(CommitResult(submission, .repeated(receipt)))
      }
    }
    if let failure = submission.failure { throw failure }
    let (part, rest) = submission.parts
    let command = part.command
    // If a deadline has been reached, the command is decided on the state after the deadline.
    for stream in try command.deadlineStreams(in: states) { try handleDeadlines(in: stream, at: now) }
    let decision = try command.decide(
      on: Basis(
        states: states, sender: part.sender, token: part.token, expectedRevision: part.expectedRevision, now: now
      ) {
        [texts = pendingWrites.texts, store] id throws(StoreError) in
        if let text = texts[id] { text } else { try store.texts([id]).first }
      })
    try checkQuota(part, decision, at: now)
    try append(decision, part.metadata, command.household, at: now)
    let last = group.appends.count - 1
    group.appends[last].submission = part
    group.appends[last].rest = rest
    if quota != nil, part.sender != .administrator {
      let bytes = group.appends[last].append.recordedBytes
      if bytes > 0 { group.appends[last].charge = quota?.charge(bytes, to: command.household, at: now) }
    }
    if let key = part.receiptKey { pendingWrites.keys.insert(key) }
  }

  /// Refuses a command that would record something, if its household's quota is used up. Administrators have no quota.
  private func checkQuota(_ submission: Submission, _ decision: Decision, at now: Timestamp) throws(QuotaExceeded) {
    let command = submission.command
    guard submission.sender != .administrator, let wait = quota?.wait(of: command.household, at: now) else { return }
    let changesNothing = decision.appends.isEmpty && decision.texts.isEmpty
    // Such a command has no id, so it would not even record a receipt.
    if changesNothing, submission.mark == nil { return }
    if command.endsAccess, !changesNothing { return }
    throw QuotaExceeded(retryAfterMilliseconds: wait)
  }

  // MARK: Deciding deadlines

  /// Adds the decisions due in a stream to the group. Adds none if it is too early or the stream does not exist.
  mutating func handleDeadlines(in stream: StreamID, at now: Timestamp) throws(NotLoaded) {
    while let due = try states.due(stream, at: now) {
      group.time = now
      try append(due.decision, EventMetadata(), due.household, at: now)
    }
  }

  // MARK: Adding decisions to the group

  private mutating func append(
    _ decision: Decision, _ metadata: EventMetadata, _ household: HouseholdID, at now: Timestamp
  ) throws(NotLoaded) {
    var streams: [StreamAppend] = []
    streams.reserveCapacity(decision.appends.count)
    for append in decision.appends {
      streams.append(
        StreamAppend(
          stream: append.stream, owner: Identifier(household), expectedRevision: try states.revision(of: append.stream),
          events: append.events.map(NewEvent.init)))
      try states.note(deadlinesChangedBy: append, of: household, &group.changedDeadlines)
    }
    // The states change only here, because nothing after this point can throw.
    for append in decision.appends { states.applySpeculatively(append, at: now, in: household) }
    for change in decision.texts {
      switch change {
      case .put(let text): pendingWrites.texts.updateValue(text, forKey: text.id)
      case .delete(let id, _): pendingWrites.texts.updateValue(nil, forKey: id)
      }
    }
    group.appends.append(
      DecidedGroup.Append(
        append: CommandAppend(metadata: metadata, streams: streams, texts: decision.texts, time: now),
        decodedEvents: decision.appends.count == 1 ? decision.appends[0].events : decision.appends.flatMap(\.events)))
  }
}

extension NewEvent {
  package init(_ event: Event) {
    let payload = event.payload
    self.init(type: Swift.type(of: payload).type, version: Swift.type(of: payload).version, data: payload.data)
  }
}
