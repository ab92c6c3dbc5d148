import Domain
import EventStore
import MovieNightPrimitives

/// Receives the committer's results, and gives it access to the rows. The committer calls all methods on its own
/// thread, except `committed` for submissions that it no longer accepts.
public protocol CommitterDelegate: AnyObject {
  /// Called with the results of a group's submissions and deadlines: first those that recorded nothing, then the others
  /// in order of position. Their events are durable, so the delegate projects them first and then answers the clients.
  func committed(_ results: [CommitResult])
  /// Returns the rows that a group's events change. A shared store records these rows together with the events, before
  /// `committed` is called. `decodedEvents` contains the decoded events in the same order, or is empty if the delegate
  /// must decode them from their data.
  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush]
  /// Returns the stream's next deadline, read from rows that contain everything committed so far; nil if it has none.
  /// - Throws: an error if the deadline cannot be read from the rows. The committer then replays the stream.
  func dueTime(of stream: StreamID) throws -> Timestamp?
  /// Returns the household's streams that have deadlines, read from the same rows as `dueTime(of:)`.
  func streamsWithDeadlines(in household: HouseholdID) throws -> [StreamID]
  /// Processes the events that other servers have recorded in the shared store.
  /// - Throws: the reason why the committer must not decide anything on this store.
  func applyChanges(_ storeChanges: StoreChanges) throws(StoreError)
  /// Called when the shared store has another history, or can no longer be understood. The delegate must not answer
  /// from memory until `applyChanges` is called.
  func lostHistory(_ error: StoreError)
  /// Called after each group and about once a second, for work that must not run during a commit. `now` is the time
  /// that a decision would get. It is never before the last recorded time, even if the clock is.
  func tick(at now: Timestamp)
  /// Called when the store was reopened after an unknown outcome, and may have events not passed to `committed`.
  func reopened()
  /// Reports a failure to the operator.
  func report(_ failure: CommitFailure)
}

/// The result of a submission or of a deadline in a group.
public struct CommitResult: Sendable {
  /// The submission; nil for a deadline, whose outcome is always `recorded`.
  public var submission: Submission?
  public var outcome: SubmissionOutcome

  package init(_ submission: Submission?, _ outcome: SubmissionOutcome) {
    self.submission = submission
    self.outcome = outcome
  }

  /// The position of the last recorded event; nil if no event was recorded.
  public var lastPosition: Position? {
    if case .recorded(let recorded) = outcome { recorded.events.last?.position } else { nil }
  }
}
