import Domain
import EventStore
import MovieNightPrimitives

/// What one group of submissions was decided to, before and after it is recorded.
struct DecidedGroup: Sendable {
  /// An append, and whose it is.
  struct Append: Sendable {
    let append: CommandAppend
    /// What its events say, in order: so nobody reads that from their data again.
    let said: [Event]
    var origin: Origin
    /// What was taken from the household's quota for it; nil for what does not count.
    var charge: RecordingQuota.Charge?
  }

  enum Origin: Sendable {
    /// The revision is that of the command's stream after it.
    case submission(Submission, revision: Revision)
    case clock
  }

  /// What the group will record, in order.
  var appends: [Append] = []
  /// What records nothing.
  var outcomes: [(submission: Submission, outcome: SubmissionOutcome)] = []
  /// Submissions whose command id is about to be recorded: they are decided after that.
  var deferred: [Submission] = []
  /// All of its submissions, in the order in which they were decided.
  var submissions: [Submission] = []
  /// Streams whose due times are new.
  var moved: Set<StreamID> = []
  /// As of when its last decision was made.
  var time = Timestamp(microseconds: 0)

  var isEmpty: Bool { submissions.isEmpty && appends.isEmpty }

  /// Whether some of its commands were carried out before, and are only answered.
  var repeats: Bool { outcomes.contains { if case .repeated = $0.outcome { true } else { false } } }

  /// For the next group, in the same memory.
  mutating func removeAll() {
    appends.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    deferred.removeAll(keepingCapacity: true)
    submissions.removeAll(keepingCapacity: true)
    moved.removeAll(keepingCapacity: true)
    time = Timestamp(microseconds: 0)
  }

  // MARK: What became of it

  /// What the store has made of it.
  struct Recorded {
    /// First what records nothing, then what was recorded, in the order of the positions.
    var results: [CommitResult] = []
    /// The last position after it.
    var head: Position
    /// The store knew something else than what was decided on: states in memory are old.
    var contradicts = false
  }

  /// - Parameters:
  ///   - recorded: what became of each append, in order.
  ///   - head: the last position before it.
  func results(_ recorded: [CommitOutcome], after head: Position) -> Recorded {
    var all = Recorded(results: outcomes.map { .submission($0.submission, $0.outcome) }, head: head)
    for (append, outcome) in zip(appends, recorded) { append.origin.add(outcome, saying: append.said, to: &all) }
    return all
  }

  /// What is told where recording it has failed.
  ///
  /// - Parameter isShared: whether others record in the store. Then what somebody else recorded is safe only when a later
  ///   commit is.
  func results(of failure: CommitFailure, _ error: StoreError, isShared: Bool) -> [CommitResult] {
    let unrecorded = outcomes.map { submission, outcome -> CommitResult in
      switch outcome {
      // It may rest on what was not recorded. Its command changed nothing in any case.
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
  fileprivate func add(_ outcome: CommitOutcome, saying said: [Event], to all: inout DecidedGroup.Recorded) {
    switch outcome {
    case .committed(let events):
      all.head = events.last?.position ?? all.head
      switch self {
      case .clock: all.results.append(.clock(events, said: said))
      case .submission(let submission, let revision):
        all.results.append(
          .submission(submission, .recorded(.init(events: events, said: said, position: all.head, revision: revision))))
      }
    case .duplicate(let receipt):
      all.contradicts = true
      guard case .submission(let submission, _) = self else { return }
      let isSame = receipt.fingerprint == submission.mark?.fingerprint
      all.results.append(.submission(submission, isSame ? .repeated(receipt) : .refused(.commandIDReused)))
    case .conflict(let stream, let expected, let actual):
      // Somebody else has written: what we remembered is old.
      all.contradicts = true
      guard case .submission(let submission, _) = self else { return }
      let error = StoreError(
        .unavailable, "\(stream) is at revision \(actual), not \(expected): another process writes to this store")
      all.results.append(.submission(submission, .failed(.unavailable(error))))
    }
  }
}
