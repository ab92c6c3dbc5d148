import Domain
import EventStore
import MovieNightPrimitives

/// The decisions of a group of submissions, and their results once the group is recorded.
struct DecidedGroup: Sendable {
  struct Append: Sendable {
    let append: CommandAppend
    /// The append's events in order, already decoded, so that their data need not be decoded again.
    let decodedEvents: [Event]
    /// The submission that was decided; nil for a deadline.
    var submission: Submission?
    /// The rest of a submission of which only the first part was decided.
    var rest: Submission?
    /// The charge to the household's quota; nil if the append is not charged.
    var charge: RecordingQuota.Charge?
  }

  var appends: [Append] = []
  /// The results of submissions that record nothing.
  var unrecorded: [CommitResult] = []
  /// Submissions with the command id of an earlier one whose receipt the group records. Decided after the group.
  var deferred: [Submission] = []
  /// All submissions of the group, in the order in which they were decided.
  var submissions: [Submission] = []
  var changedDeadlines: Set<StreamID> = []
  /// The time of the group's last decision.
  var time = Timestamp(microseconds: 0)

  /// Whether the group contains commands that were carried out before and are only answered again.
  var repeats: Bool { unrecorded.contains { if case .repeated = $0.outcome { true } else { false } } }

  // MARK: Results of a group

  struct Results {
    /// The results that recorded nothing, and then the others in order of position.
    var results: [CommitResult] = []
    var head: Position
    /// Whether the store rejected an append, which shows that states in memory are out of date.
    var hasConflict = false
  }

  /// Returns the results of a commit with these outcomes. `head` is the store's last position before the commit.
  func results(_ recorded: [CommitOutcome], after head: Position) -> Results {
    var all = Results(results: unrecorded, head: head)
    for (append, outcome) in zip(appends, recorded) {
      switch outcome {
      case .committed(let events):
        all.head = events.last?.position ?? all.head
        let recorded = SubmissionOutcome.Recorded(
          events: events, decodedEvents: append.decodedEvents, position: all.head)
        all.results.append(CommitResult(append.rest == nil ? append.submission : nil, .recorded(recorded)))
      case .conflict(let stream, let expected, let actual):
        // Another process has written to the stream, so states in memory are out of date.
        all.hasConflict = true
        guard let submission = append.submission else { continue }
        let error = StoreError(
          .unavailable, "\(stream) is at revision \(actual), not \(expected): another process writes to this store")
        all.results.append(CommitResult(submission, .failed(.unavailable(error))))
      }
    }
    return all
  }

  /// Returns the results of the group if recording it has failed. In a shared store, commands that were carried out
  /// before fail too, because another server's event is only certain to be safe after a later commit.
  func results(of failure: CommitFailure, _ error: StoreError, isShared: Bool) -> [CommitResult] {
    let unrecorded = unrecorded.map { result -> CommitResult in
      switch result.outcome {
      // The refusal may depend on events of the group that were not recorded. The refused command changed nothing.
      case .refused: CommitResult(result.submission, .failed(.unavailable(error)))
      case .repeated where isShared: CommitResult(result.submission, .failed(failure))
      default: result
      }
    }
    return unrecorded + appends.compactMap(\.submission).map { CommitResult($0, .failed(failure)) }
  }
}
