import Domain
import EventStore
import MovieNightPrimitives

/// The decisions of one group of submissions, before and after they are recorded.
struct DecidedGroup: Sendable {
  struct Append: Sendable {
    let append: CommandAppend
    /// The decoded events in order, so that their data is not decoded again.
    let decodedEvents: [Event]
    var origin: Origin
    /// The charge to the household's quota; nil if it does not count.
    var charge: RecordingQuota.Charge?
  }

  enum Origin: Sendable {
    /// The revision is that of the command's stream after it.
    case submission(Submission, revision: Revision)
    case clock
  }

  var appends: [Append] = []
  /// The outcomes that record nothing.
  var outcomes: [(submission: Submission, outcome: SubmissionOutcome)] = []
  /// Submissions whose command id the group records: they are decided after it.
  var deferred: [Submission] = []
  /// All submissions, in the order in which they were decided.
  var submissions: [Submission] = []
  /// Streams whose deadlines have changed.
  var moved: Set<StreamID> = []
  /// The time of its last decision.
  var time = Timestamp(microseconds: 0)

  var isEmpty: Bool { submissions.isEmpty && appends.isEmpty }

  /// Whether some of its commands were carried out before, and are only answered.
  var repeats: Bool { outcomes.contains { if case .repeated = $0.outcome { true } else { false } } }

  mutating func removeAll() {
    appends.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    deferred.removeAll(keepingCapacity: true)
    submissions.removeAll(keepingCapacity: true)
    moved.removeAll(keepingCapacity: true)
    time = Timestamp(microseconds: 0)
  }

  // MARK: Outcomes

  struct Recorded {
    /// First those that recorded nothing, then the others by position.
    var results: [CommitResult] = []
    var head: Position
    /// Whether the store contradicted what the group was decided on: states in memory are out of date.
    var hasConflict = false
  }

  /// The results of a commit with these outcomes; `head` is the last position before it.
  func results(_ recorded: [CommitOutcome], after head: Position) -> Recorded {
    var all = Recorded(results: outcomes.map { .submission($0.submission, $0.outcome) }, head: head)
    for (append, outcome) in zip(appends, recorded) {
      append.origin.add(outcome, saying: append.decodedEvents, to: &all)
    }
    return all
  }

  /// The results if recording has failed. In a shared store this includes commands that were carried out before: an event that
  /// another server recorded is safe only when a later commit is.
  func results(of failure: CommitFailure, _ error: StoreError, isShared: Bool) -> [CommitResult] {
    let unrecorded = outcomes.map { submission, outcome -> CommitResult in
      switch outcome {
      // The refusal may depend on what was not recorded. Its command changed nothing in any case.
      case .refused: .submission(submission, .failed(.unavailable(error)))
      case .repeated where isShared: .submission(submission, .failed(failure))
      default: .submission(submission, outcome)
      }
    }
    return unrecorded
      + appends.compactMap { append in
        guard case .submission(let submission, _) = append.origin else { return nil }
        return .submission(submission, .failed(failure))
      }
  }
}

extension DecidedGroup.Origin {
  fileprivate func add(_ outcome: CommitOutcome, saying decodedEvents: [Event], to all: inout DecidedGroup.Recorded) {
    switch outcome {
    case .committed(let events):
      all.head = events.last?.position ?? all.head
      switch self {
      case .clock: all.results.append(.clock(events, decodedEvents: decodedEvents))
      case .submission(let submission, let revision):
        all.results.append(
          .submission(
            submission,
            .recorded(.init(events: events, decodedEvents: decodedEvents, position: all.head, revision: revision))))
      }
    case .duplicate(let receipt):
      all.hasConflict = true
      guard case .submission(let submission, _) = self else { return }
      let isSame = receipt.fingerprint == submission.mark?.fingerprint
      all.results.append(.submission(submission, isSame ? .repeated(receipt) : .refused(.commandIDReused)))
    case .conflict(let stream, let expected, let actual):
      // Another process has written, so states in memory are out of date.
      all.hasConflict = true
      guard case .submission(let submission, _) = self else { return }
      let error = StoreError(
        .unavailable, "\(stream) is at revision \(actual), not \(expected): another process writes to this store")
      all.results.append(.submission(submission, .failed(.unavailable(error))))
    }
  }
}
