import MovieNightPrimitives

/// A feed of events: its progress and its unread events.
struct Feed {
  enum State {
    /// → subscribing
    case unsubscribed
    /// Requested, but not answered yet; kept across lost connections. → subscribed, ended
    case subscribing
    /// The server sends events. → unsubscribed, full, ended
    case subscribed(String)
    /// The buffer was full: the subscription was given up until events are read. → unsubscribed
    case full
    /// No more events will come, with the error; nil if the feed was closed.
    case ended(ClientError?)
  }

  struct Read {
    enum Kind {
      /// Waits until the feed has begun.
      case beginning
      case oneEvent
      case allEvents
    }

    let id: CallID
    let kind: Kind
    /// The end of the wait. A read with a deadline also fails if the server is away for too long; one without waits forever.
    var deadline: Duration?
  }

  private let request: Request
  /// The identity that the feed belongs to; it ends when another takes its place. Nil before the first authentication.
  var owner: ConnectionIdentity?
  var state = State.unsubscribed
  /// The position of the last event that arrived, or of the beginning; nil while unknown.
  private var received: EventPosition?
  /// The position of the last event that was handed out, or of the beginning.
  private(set) var position: EventPosition?
  private var hasBegun = false
  private var buffer = Queue<Event>()
  private(set) var buffered = 0
  var reads: [Read] = []
  /// The start and the error of the current interruption; nil while events can come.
  var failure: (since: Duration, error: ClientError)?

  init(_ request: Request, after position: EventPosition?, owner: ConnectionIdentity?) {
    self.request = request
    self.owner = owner
    (received, self.position) = (position, position)
  }

  /// Subscribes to the events that have not arrived yet.
  var subscription: Request { received.map { after in request.adding { $0.field("after", after) } } ?? request }

  var subscriptionID: String? { if case .subscribed(let id) = state { id } else { nil } }

  var wantsEvents: Bool {
    switch state {
    case .unsubscribed, .subscribing, .subscribed: true
    case .full, .ended: false
    }
  }

  var isEnded: Bool { if case .ended = state { true } else { false } }

  mutating func begin(_ subscription: String, at position: EventPosition) {
    (state, failure, hasBegun) = (.subscribed(subscription), nil, true)
    received = received ?? position
    self.position = self.position ?? position
  }

  /// Appends the events of a notification, except those that came before.
  mutating func append(_ notification: JSONValue) throws(JSONError) {
    for json in try notification.array("events") {
      let event = try json.decoded(as: Event.self)
      guard event.position > received ?? -1 else { continue }
      received = event.position
      buffer.append(event)
      buffered += 1
    }
    // The filter has skipped all events up to there.
    guard let passed = notification["position"]?.integer, passed > received?.rawValue ?? -1 else { return }
    received = EventPosition(passed)
    if buffered == 0 { position = received }
  }

  /// Removes the reads whose outcome is known, and returns the outcomes.
  mutating func serve(_ limit: Int) -> [(read: CallID, outcome: Result<[Event], ClientError>)] {
    var served: [(CallID, Result<[Event], ClientError>)] = []
    // A read for the beginning must not wait behind a read for an event.
    for read in reads {
      guard let outcome = outcome(for: read) else { continue }
      served.append((read.id, outcome))
    }
    reads.removeAll { read in served.contains { $0.0 == read.id } }
    if case .full = state, buffered <= limit / 2 { state = .unsubscribed }
    return served
  }

  private mutating func outcome(for read: Read) -> Result<[Event], ClientError>? {
    if case .beginning = read.kind {
      if hasBegun { return .success([]) }
    } else if let event = buffer.first {
      var taken = [event]
      if case .oneEvent = read.kind { _ = buffer.popFirst() } else { taken = buffer.takeAll() }
      buffered -= taken.count
      position = taken.last?.position
      return .success(taken)
    }
    guard case .ended(let error) = state else { return nil }
    return error.map { .failure($0) } ?? .success([])
  }
}
