import Domain
import EventStore
import MovieNightPrimitives

/// What the committer tells, always on its own thread.
public protocol CommitterDelegate: AnyObject {
  /// What became of a group's submissions, together with what the clock recorded: first what recorded nothing, then
  /// what was recorded, in the order of the positions. The events are durable: project them, then answer.
  func committed(_ results: [CommitResult])
  /// Asked by a shared store's commit: the rows that the group's events change, to be recorded with them. `committed`
  /// follows when they are.
  /// - Parameter said: what the events say, in the same order; empty where only their data tells.
  func rows(changedBy events: [RecordedEvent], said: [Event]) throws(StoreError) -> [ReadModelFlush]
  /// When the clock moves the stream on, by the rows that have taken in all that was told; nil where it never does.
  /// - Throws: where the rows cannot tell. Then the stream's events are asked.
  func dueTime(of stream: StreamID) throws -> Timestamp?
  /// The household's streams that the clock looks at, in the same way.
  func waiting(in household: HouseholdID) throws -> [StreamID]
  /// Others have recorded something in the shared store.
  /// - Throws: why nothing may be decided on it.
  func followed(_ news: News) throws(StoreError)
  /// What this server knows is not what the shared store says, or it does not understand it any more. Until `followed`
  /// is called again, nothing that it knows may be told.
  func lostHistory(_ error: StoreError)
  /// Called after each group and about once a second: time for what must not be done beside a commit.
  ///
  /// - Parameter now: the time that a decision would get. It is never before the last recorded one, whatever the clock
  ///   says.
  func tick(at now: Timestamp)
  /// The store was reopened after a group with unknown outcome: events may be there that nobody was told of.
  func reopened()
  /// Something an operator should know.
  func report(_ failure: CommitFailure)
}

/// What one part of a group came to: a submission, or what was due.
public enum CommitResult: Sendable {
  case submission(Submission, SubmissionOutcome)
  /// What the clock recorded, and what that says.
  case clock([RecordedEvent], said: [Event])

  /// The last position that it recorded; nil where it recorded nothing.
  public var lastPosition: Position? {
    switch self {
    case .clock(let events, _): events.last?.position
    case .submission(_, .recorded(let recorded)): recorded.events.last?.position
    case .submission: nil
    }
  }
}
