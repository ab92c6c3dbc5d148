import MovieNightPrimitives

/// The state of an event feed: its subscription, its progress and its unread events.
struct Feed {
  /// The state of the subscription. Every state can also change to `ended`.
  enum State {
    /// The feed is not subscribed. Next: `subscribing`.
    case unsubscribed
    /// A subscription was requested, but not answered yet. The request survives lost connections. Next: `subscribed`.
    case subscribing
    /// The server sends events for the subscription with this id. Next: `unsubscribed`, `full`.
    case subscribed(String)
    /// The buffer is full, so the client has unsubscribed until events are read. Next: `unsubscribed`.
    case full
    /// No more events will arrive. Contains the error that ended the feed; nil if it was closed.
    case ended(ClientError?)
  }

  struct Read {
    enum Kind {
      /// Waits until the first subscription has succeeded.
      case beginning
      case oneEvent
      case allEvents
    }

    let id: CallID
    let kind: Kind
    /// The time at which the read ends without events; nil to wait forever. A read with a deadline also fails if the
    /// feed is interrupted for `Options.reconnectTimeout`.
    var deadline: Duration?
  }

  private let request: Request
  /// The feed's identity; nil before the first authentication. The feed ends when the client acts as another identity.
  var owner: ConnectionIdentity?
  var state = State.unsubscribed
  /// The position up to which events have arrived, or at which the feed began; nil while unknown.
  private var received: EventPosition?
  /// The position of the last event that was delivered to a reader, or at which the feed began; nil while unknown.
  private(set) var position: EventPosition?
  private var hasBegun = false
  private var buffer = Queue<Event>()
  private(set) var buffered = 0
  var reads: [Read] = []
  /// The start of the current interruption, and its latest error; nil if the feed is not interrupted.
  var failure: (since: Duration, error: ClientError)?

  init(_ request: Request, after position: EventPosition?, owner: ConnectionIdentity?) {
    self.request = request
    self.owner = owner
    (received, self.position) = (position, position)
  }

  /// The request that subscribes to the events which have not arrived yet.
  var subscribeRequest: Request { received.map { after in request.adding { $0.field("after", after) } } ?? request }

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

  /// Appends the events of a notification, except those that have arrived before.
  mutating func append(_ notification: JSONValue) throws(JSONError) {
    for json in try notification.array("events") {
      let event = try json.decoded(as: Event.self)
      guard event.position > received ?? -1 else { continue }
      received = event.position
      buffer.append(event)
      buffered += 1
    }
    // The filter has excluded all events between the last one and the notification's position.
    guard let position = notification["position"]?.integer, position > received?.rawValue ?? -1 else { return }
    received = EventPosition(position)
    if buffered == 0 { self.position = received }
  }

  /// Removes reads that can be answered, and returns their outcomes. A full feed resubscribes at half `limit`.
  mutating func serve(_ limit: Int) -> [(read: CallID, outcome: Result<[Event], ClientError>)] {
    var served: [(CallID, Result<[Event], ClientError>)] = []
    // Check all reads, because a read that waits for the beginning must not wait behind one that waits for an event.
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
