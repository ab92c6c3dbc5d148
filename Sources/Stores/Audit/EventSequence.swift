import EventStore
import MovieNightPrimitives

/// A check of a history's rules: consecutive positions and revisions, one owner per stream, and times in order.
struct EventSequence {
  private(set) var position: Position
  private(set) var latest: Timestamp
  private(set) var streams: [StreamID: StreamHead] = [:]

  /// The schema versions of events that every store can represent.
  private static let versions = 1...Int(Int32.max)

  init(after position: Position = 0, at latest: Timestamp = Timestamp(microseconds: .min)) {
    self.position = position
    self.latest = latest
  }

  /// Checks the next event, and returns a sentence for each rule that it violates. When a stream first appears, calls
  /// `headBefore` for the stream's head before this sequence.
  mutating func follow(
    with event: RecordedEvent,
    headBefore: (StreamID) throws(StoreError) -> StreamHead? = { _ throws(StoreError) in nil }
  ) throws(StoreError) -> [String] {
    var problems: [String] = []
    if !Self.follows(event.position, position) {
      problems.append("position \(event.position) follows position \(position)")
    }
    let head = if let head = streams[event.stream] { head } else { try headBefore(event.stream) }
    let revision = head?.revision ?? noRevision
    if !Self.follows(event.revision, revision) {
      problems.append(
        "position \(event.position): revision \(event.revision) of \(event.stream) follows revision \(revision)")
    }
    if let head, head.owner != event.owner {
      problems.append("position \(event.position): \(event.stream) belongs to \(head.owner), not \(event.owner)")
    }
    if !Self.versions.contains(event.version) {
      problems.append("position \(event.position): version \(event.version) is invalid")
    }
    if event.recordedAt < latest {
      problems.append("position \(event.position): recorded at \(event.recordedAt), earlier than the previous event")
    }
    position = event.position
    latest = max(latest, event.recordedAt)
    streams[event.stream] = StreamHead(owner: head?.owner ?? event.owner, revision: event.revision)
    return problems
  }

  private static func follows(_ number: Int, _ previous: Int) -> Bool { previous < .max && number == previous + 1 }

  /// Checks that `events` continue the store's history.
  /// - Throws: `misuse`, which names the first event that does not.
  static func checkImport(
    _ events: [RecordedEvent], after head: Position, at latest: Timestamp,
    headBefore: (StreamID) throws(StoreError) -> StreamHead?
  ) throws(StoreError) {
    var sequence = EventSequence(after: head, at: latest)
    for event in events {
      if let problem = try sequence.follow(with: event, headBefore: headBefore).first {
        throw StoreError(.misuse, "the events are out of sequence: \(problem)")
      }
    }
  }
}

/// The findings of an audit. Only the first 100 are kept, as those of a heavily damaged store could fill memory.
public struct AuditFindings {
  static let limit = 100
  private var sentences: [String] = []
  private var count = 0

  public init() {}

  public mutating func add(_ sentence: String) {
    count += 1
    if count <= Self.limit { sentences.append(sentence) }
  }

  mutating func add(_ found: [String]) {
    for sentence in found { add(sentence) }
  }

  /// The sentences that were kept, followed by the number of further findings if there are any.
  public var report: [String] {
    count <= Self.limit ? sentences : sentences + ["and \(count - Self.limit) more findings"]
  }
}
