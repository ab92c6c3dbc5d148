import MovieNightPrimitives

/// One feed of events: how far it has come, and what waits to be asked for.
struct Feed {
  enum State {
    /// → subscribing
    case unsubscribed
    /// Asked for, and not answered yet. → subscribed, ended; over lost connections it stays what it is.
    case subscribing
    /// The server tells what happens. → unsubscribed, full, ended
    case subscribed(String)
    /// More came than anybody asked for: the subscription was given up until that was taken. → unsubscribed
    case full
    /// Nothing more comes, and why. Nil: it was closed.
    case ended(ClientError?)
  }

  /// Somebody waits for it.
  struct Read {
    enum Kind {
      /// For it to have begun.
      case beginning
      case oneEvent
      case allEvents
    }

    let id: CallID
    let kind: Kind
    /// Until when, and for no longer than the server is away. Without one, it waits for ever.
    var deadline: Duration?
  }

  /// Subscribes to its events, from now on.
  private let request: Request
  /// Whose it is: nobody else's events come in it. Nil while nobody has authenticated.
  var owner: ConnectionIdentity?
  var state = State.unsubscribed
  /// Of the last event that came, or where it began; nil while that is not known.
  private var received: EventPosition?
  /// Of the last event that was handed out, or where it began.
  private(set) var position: EventPosition?
  /// Whether the server has told where it begins.
  private var hasBegun = false
  private var buffer = Queue<Event>()
  private(set) var buffered = 0
  var reads: [Read] = []
  /// Since when, and why, nothing can come.
  var trouble: (since: Duration, error: ClientError)?

  init(_ request: Request, after position: EventPosition?, owner: ConnectionIdentity?) {
    self.request = request
    self.owner = owner
    (received, self.position) = (position, position)
  }

  /// Subscribes to the events that did not come yet.
  var subscription: Request { received.map { after in request.adding { $0.field("after", after) } } ?? request }

  /// The id of its subscription; nil where there is none.
  var subscriptionID: String? { if case .subscribed(let id) = state { id } else { nil } }

  /// Whether it needs a connection.
  var wantsToHear: Bool {
    switch state {
    case .unsubscribed, .subscribing, .subscribed: true
    case .full, .ended: false
    }
  }

  var isEnded: Bool { if case .ended = state { true } else { false } }

  mutating func begin(_ subscription: String, at position: EventPosition) {
    (state, trouble, hasBegun) = (.subscribed(subscription), nil, true)
    received = received ?? position
    self.position = self.position ?? position
  }

  /// Takes the events of a notification that did not come before.
  mutating func append(_ notification: JSONValue) throws(JSONError) {
    for json in try notification.array("events") {
      let event = try json.decoded(as: Event.self)
      guard event.position > received ?? -1 else { continue }
      received = event.position
      buffer.append(event)
      buffered += 1
    }
    // A filter has passed over all events up to there.
    guard let passed = notification["position"]?.integer, passed > received?.rawValue ?? -1 else { return }
    received = EventPosition(passed)
    if buffered == 0 { position = received }
  }

  /// Takes out the reads whose outcome is known.
  mutating func serve(_ limit: Int) -> [(read: CallID, outcome: Result<[Event], ClientError>)] {
    var served: [(CallID, Result<[Event], ClientError>)] = []
    // Who waits for the beginning must not stand behind who waits for an event.
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
