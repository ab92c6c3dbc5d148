import Platform

/// One connection of the loop: what it sent that is not answered, what it is owed, and how long it has been quiet.
///
/// It decides nothing that needs the loop; `EventLoop` asks it and makes the system calls.
final class Connection {
  /// What becomes of a connection.
  enum Phase: Equatable {
    /// Lines are read. To `finishing` when nothing more will be read, to `ended` when the socket fails.
    case open
    /// Nothing is read; what is in flight is answered. To `lingering` or `ended` when its output is gone.
    case finishing(DisconnectReason)
    /// The last answer is sent; whatever comes is thrown away. To `ended` when the peer closes, or in time.
    case lingering(DisconnectReason, until: Duration)
    /// To be taken out of the table at the end of this wake.
    case ended(DisconnectReason)
  }

  let id: ConnectionID
  let descriptor: Descriptor
  /// Who is at the other end; as long as the header of a proxy is awaited, the proxy.
  var peer: Peer
  /// It was turned away: the handler does not know it.
  let isRefused: Bool
  /// Takes what comes as long as a proxy has not said who is behind it; nil when it has, or where there is none.
  var proxyHeader: ProxyHeaderReader?
  /// The handler was told of it.
  var isOpened = false
  var phase = Phase.open
  var cutter = LineCutter()
  var answers = AnswerSequence()
  var output = OutputBuffer()

  /// What the poller watches.
  var interest: Readiness = .readable
  /// The socket took less than there was: wait until the poller says that it is writable.
  var isBlocked = false
  /// It is on the loop's list of those to settle at the end of this wake.
  var isTouched = false
  var reportsDrained = false
  private(set) var isAuthenticated = false
  var staysWhileIdle = false

  /// Since when it is not authenticated, if it is not.
  private var strangerSince: Duration
  var lastActivity: Duration
  /// Since when the peer has taken nothing of its output; nil while none waits.
  var stalledSince: Duration?
  /// What the system still held of its output then.
  var untakenBytes: Int32 = 0

  // Whether the pipeline is full; it has to half empty before reading goes on, so that a client that keeps it full
  // costs a few large reads and not one for each answer.
  private var isThrottled = false
  /// Bytes of answers that the service above has made and not sent: those of a batch wait for each other.
  var heldAbove = 0
  /// What it counts for in the budget of all connections.
  var countedBytes = 0

  init(id: ConnectionID, accepted: consuming Listener.Accepted, isRefused: Bool, now: Duration) {
    self.id = id
    peer = accepted.peer
    proxyHeader = accepted.isProxied ? ProxyHeaderReader() : nil
    descriptor = accepted.descriptor
    self.isRefused = isRefused
    strangerSince = now
    lastActivity = now
  }

  func setAuthenticated(_ isAuthenticated: Bool, now: Duration) {
    if self.isAuthenticated, !isAuthenticated { strangerSince = now }
    self.isAuthenticated = isAuthenticated
  }

  /// Bytes that its buffers hold: of lines and requests that are not answered, and of answers that are not taken.
  var heldBytes: Int { pendingBytes + output.unsent + output.sentBytes + answers.waitingHeldBytes + heldAbove }

  private var pendingBytes: Int { answers.requestBytes + cutter.heldBytes }

  /// Bytes of answers that the peer has not taken.
  private var owedBytes: Int { output.unsent + answers.waitingBytes }

  /// Whether it is owed more than it may be for one moment.
  func owesTooMuch(_ limits: TransportLimits) -> Bool {
    !isAuthenticated && owedBytes > limits.strangerOutput
  }

  /// How many more lines may be in flight.
  func room(_ limits: TransportLimits) -> Int {
    max(0, limits.share(isAuthenticated: isAuthenticated).requestsInFlight - answers.inFlight)
  }

  /// How many bytes to read at once, at most: of a stranger no more than it has left, so that a long line behind its
  /// authentication is read when that is answered.
  func readCapacity(_ limits: TransportLimits) -> Int {
    isAuthenticated ? .max : max(1, limits.stranger.requestBytesInFlight + 2 - pendingBytes)
  }

  /// Whether more lines are wanted from this connection.
  func wantsLines(_ limits: TransportLimits) -> Bool {
    guard phase == .open else { return false }
    let share = limits.share(isAuthenticated: isAuthenticated)
    let isFull = answers.inFlight > 0 && pendingBytes >= share.requestBytesInFlight
    if answers.inFlight >= share.requestsInFlight || isFull {
      isThrottled = true
    } else if isThrottled, answers.inFlight <= share.requestsInFlight / 2 {
      isThrottled = false
    }
    return !isThrottled && owedBytes + heldAbove <= share.unreadOutput
  }

  /// Whether the last byte that this connection is owed has gone.
  var isFinished: Bool {
    guard case .finishing = phase else { return false }
    return answers.inFlight == 0 && output.unsent == 0
  }

  /// Whether the socket may take some of the output now.
  var mayFlush: Bool { output.unsent > 0 && !isBlocked }

  /// Whether a line that answers nothing may still be sent.
  var takesNotifications: Bool { phase == .open || phase == .finishing(.stopping) }

  /// Why this connection has been quiet, stalled or unknown for too long; nil when it has not.
  func overdue(_ limits: TransportLimits, now: Duration) -> DisconnectReason? {
    if case .lingering(let reason, let until) = phase { return now >= until ? reason : nil }
    if let stalledSince, now - stalledSince >= limits.stalledOutput { return .stalled }
    guard phase == .open, answers.inFlight == 0, output.unsent == 0 else { return nil }
    if !isAuthenticated, now - strangerSince >= limits.handshake { return .handshakeTimeout }
    if !staysWhileIdle, now - lastActivity >= limits.idle { return .idle }
    return nil
  }

  /// Stops reading; later reasons do not replace the first.
  func finish(_ reason: DisconnectReason) {
    guard phase == .open else { return }
    phase = .finishing(reason)
    cutter.discard()
  }

  /// Gives up what is in flight and what waits.
  func end(_ reason: DisconnectReason) {
    switch phase {
    case .ended: return
    case .open: phase = .ended(reason)
    case .finishing(let first), .lingering(let first, _): phase = .ended(reason == .stalled ? reason : first)
    }
    cutter.discard()
    output.discard()
  }
}
