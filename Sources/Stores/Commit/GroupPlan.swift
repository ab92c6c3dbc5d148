import EventStore
import MovieNightPrimitives

struct StreamHead: Equatable, Sendable {
  var owner: OwnerID
  var revision: Revision
}

/// The state of a store before a group, from which the outcomes of the group's commands are determined.
protocol CommitState {
  /// Returns the stream's head; nil for a stream without events.
  func head(of stream: StreamID) throws(StoreError) -> StreamHead?
}

/// The outcomes and records of a group, determined before writing. All stores use this, so they follow the same rules.
struct GroupPlan {
  /// The outcome of each command. Each `.committed` outcome contains the events to write.
  private(set) var outcomes: [CommitOutcome] = []
  private(set) var events: [RecordedEvent] = []
  /// The receipts of commands without events. All others can be derived from the events (`Receipts.note`).
  private(set) var eventlessReceipts: [Receipt] = []
  private(set) var texts: [PersonalTextChange] = []
  private(set) var head: Position
  /// The latest time of an event or receipt. No later event gets an earlier time.
  private(set) var latest: Timestamp
  /// The heads that the streams of the group's events have after the group.
  private(set) var heads: [StreamID: StreamHead] = [:]

  init(
    _ group: [CommandAppend], after head: Position, at latest: Timestamp, state: some CommitState
  ) throws(StoreError) {
    self.head = head
    self.latest = latest
    outcomes.reserveCapacity(group.count)
    heads.reserveCapacity(group.count)
    for command in group {
      outcomes.append(try outcome(of: command, state))
    }
  }

  var isEmpty: Bool { heads.isEmpty && eventlessReceipts.isEmpty && texts.isEmpty }

  var deletesTexts: Bool { texts.contains(where: \.isDeletion) }

  private mutating func outcome(of command: CommandAppend, _ state: some CommitState) throws(StoreError)
    -> CommitOutcome
  {
    // Deciders compare the revision that a client expects. Only here is each stream compared with the revision that
    // the decision was based on, because another server may have recorded in the meantime.
    for append in command.streams {
      let head = if let head = heads[append.stream] { head } else { try state.head(of: append.stream) }
      let revision = head?.revision ?? noRevision
      if revision != append.expectedRevision || (head.map { $0.owner != append.owner } ?? false) {
        return .conflict(stream: append.stream, expected: append.expectedRevision, actual: revision)
      }
    }
    return .committed(record(command, at: max(latest, command.time)))
  }

  private mutating func record(_ command: CommandAppend, at time: Timestamp) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for append in command.streams where !append.events.isEmpty {
      var revision = heads[append.stream]?.revision ?? append.expectedRevision
      for event in append.events {
        head += 1
        revision += 1
        events.append(
          RecordedEvent(
            position: head, stream: append.stream, owner: append.owner, revision: revision, type: event.type,
            version: event.version, data: event.data, metadata: command.metadata, recordedAt: time))
      }
      heads[append.stream] = StreamHead(owner: append.owner, revision: revision)
    }
    self.events += events
    latest = time
    texts += command.texts
    if events.isEmpty, let key = command.metadata.receiptKey, let mark = command.metadata.command {
      eventlessReceipts.append(
        Receipt(key: key, fingerprint: mark.fingerprint, position: head, eventCount: 0, recordedAt: time))
    }
    return events
  }
}

extension EventMetadata {
  /// The key of the command's receipt; nil if the sender gave no command id.
  var receiptKey: ReceiptKey? { command.map { ReceiptKey(actor: actor, command: $0.id) } }
}

extension Receipt {
  /// Returns the expiry limit at `time`. Receipts recorded before this limit have expired.
  static func expiry(at time: Timestamp) -> Timestamp {
    time.advanced(bySeconds: -days * Timestamp.secondsPerDay)
  }

  func isExpired(at time: Timestamp) -> Bool { recordedAt < Self.expiry(at: time) }
}
