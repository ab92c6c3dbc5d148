import Domain
import EventStore
import MovieNightPrimitives

/// Receives what the committer does, always on the committer's thread.
public protocol CommitterDelegate: AnyObject {
  /// Takes the results of a group's submissions and of deadlines: first those that recorded nothing, then the others by
  /// position. The events are durable: project them, then answer.
  func committed(_ results: [CommitResult])
  /// The rows that a group's events change. A shared store records them with the events; `committed` follows then. `decodedEvents` has the
  /// decoded events in the same order, or is empty if they must be decoded from their data.
  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush]
  /// When the stream's next deadline is, by rows that contain everything committed so far; nil for none.
  /// - Throws: if the rows lack it. Then the stream is replayed.
  func dueTime(of stream: StreamID) throws -> Timestamp?
  /// The household's streams that have deadlines, by the same rows.
  func waiting(in household: HouseholdID) throws -> [StreamID]
  /// Takes in what others have recorded in the shared store.
  /// - Throws: why nothing may be decided on it.
  func followed(_ storeChanges: StoreChanges) throws(StoreError)
  /// Stops the use of what this server knows until `followed` is called: the shared store has another history, or can no
  /// longer be understood.
  func lostHistory(_ error: StoreError)
  /// Called after each group and about once a second, for what must not be done beside a commit. `now` is the time that a
  /// decision would get: never before the last recorded one, whatever the clock says.
  func tick(at now: Timestamp)
  /// Takes note that the store was reopened after an unknown outcome: it may have events that were not announced.
  func reopened()
  /// Reports a failure to the operator.
  func report(_ failure: CommitFailure)
}

/// The result of one part of a group: of a submission, or of a deadline.
public enum CommitResult: Sendable {
  case submission(Submission, SubmissionOutcome)
  /// Events recorded because of a deadline, and the same decoded.
  case clock([RecordedEvent], decodedEvents: [Event])

  /// The last position recorded; nil if nothing was.
  public var lastPosition: Position? {
    switch self {
    case .clock(let events, _): events.last?.position
    case .submission(_, .recorded(let recorded)): recorded.events.last?.position
    case .submission: nil
    }
  }
}
