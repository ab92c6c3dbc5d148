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
    let deadline: Duration?
    /// Whether it is told that the server is away for long, or goes on waiting.
    let tellsTrouble: Bool
  }

  let household: HouseholdID?
  /// Whose it is: nobody else's events come in it. Nil while nobody has authenticated.
  var owner: ConnectionIdentity?
  var state = State.unsubscribed
  /// Of the last event that came, or where it began; nil while that is not known.
  var received: EventPosition?
  /// Of the last event that was handed out, or where it began.
  var position: EventPosition?
  /// Whether the server has told where it begins.
  var hasBegun = false
  var buffer = Queue<Event>()
  var buffered = 0
  var reads: [Read] = []
  /// Since when, and why, nothing can come.
  var trouble: (since: Duration, error: ClientError)?

  /// Whether it needs a connection.
  var wantsToHear: Bool {
    switch state {
    case .unsubscribed, .subscribing, .subscribed: true
    case .full, .ended: false
    }
  }

  var isEnded: Bool { if case .ended = state { true } else { false } }
}
