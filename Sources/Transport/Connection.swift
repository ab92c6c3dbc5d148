import Platform

/// The state of one connection: unanswered input, output, and the time of its last activity. Makes no system calls.
final class Connection {
  enum Phase: Equatable {
    /// The connection reads lines. Moves to `finishing` when it reads no more, or to `ended` if the socket fails.
    case open
    /// The connection only answers requests in flight. It moves to `lingering` or `ended` when all output is sent.
    case finishing(DisconnectReason)
    /// All output has been sent, and input is discarded. Moves to `ended` when the peer closes it, or at `until`.
    case lingering(DisconnectReason, until: Duration)
    /// The connection will be removed at the end of this loop iteration.
    case ended(DisconnectReason)
  }

  let id: ConnectionID
  let descriptor: Descriptor
  /// The other end of the connection. Behind a proxy, the proxy until its header is read, then the client.
  var peer: Peer
  /// Whether the connection was refused because there are too many. The handler is not notified of it.
  let isRefused: Bool
  /// Reads the header that a proxy sends first. Nil after the header, and if the connection does not come from a proxy.
  var proxyHeader: ProxyHeaderReader?
  /// Whether the handler has been notified that the connection is open.
  var isOpened = false
  var phase = Phase.open
  var cutter = LineCutter()
  var answers = AnswerSequence()
  var output = OutputBuffer()

  var interest: Readiness = .readable
  /// Whether the socket did not take all output. Nothing more is sent until the poller reports it writable.
  var isBlocked = false
  /// Whether the connection is in the list of connections to settle at the end of this loop iteration.
  var isTouched = false
  var reportsDrained = false
  private(set) var isAuthenticated = false
  var staysWhileIdle = false

  /// The time at which the connection was opened or was last changed to unauthenticated.
  private var unauthenticatedSince: Duration
  var lastActivity: Duration
  /// The time since which the peer has taken no output; nil if no output is waiting.
  var stalledSince: Duration?
  /// The number of bytes in the system's send buffer at `stalledSince`.
  var unacknowledgedBytes: Int32 = 0

  // Whether reading is paused because too many requests are in flight. It resumes when at most half as many are, so
  // that a client that keeps the pipeline full costs a few large reads instead of one for each answer.
  private var isThrottled = false
  /// The size of the answers in an incomplete batch, which the service holds until the batch is complete.
  var incompleteBatchBytes = 0
  /// The number of bytes that are counted for this connection in the budget of all connections.
  var countedBytes = 0

  init(id: ConnectionID, accepted: consuming Listener.Accepted, isRefused: Bool, now: Duration) {
    self.id = id
    peer = accepted.peer
    proxyHeader = accepted.isProxied ? ProxyHeaderReader() : nil
    descriptor = accepted.descriptor
    self.isRefused = isRefused
    unauthenticatedSince = now
    lastActivity = now
  }

  func setAuthenticated(_ isAuthenticated: Bool, now: Duration) {
    if self.isAuthenticated, !isAuthenticated { unauthenticatedSince = now }
    self.isAuthenticated = isAuthenticated
  }

  /// The bytes in the connection's buffers: unanswered lines and requests, and answers that the peer has not taken.
  var heldBytes: Int {
    pendingBytes + output.unsent + output.sentBytes + answers.waitingHeldBytes + incompleteBatchBytes
  }

  private var pendingBytes: Int { answers.requestBytes + cutter.heldBytes }

  private var pendingOutputBytes: Int { output.unsent + answers.waitingBytes }

  func exceedsOutputLimit(_ limits: TransportLimits) -> Bool {
    !isAuthenticated && pendingOutputBytes > limits.unauthenticatedOutput
  }

  /// Returns how many more lines may be in flight.
  func room(_ limits: TransportLimits) -> Int {
    max(0, limits.share(isAuthenticated: isAuthenticated).requestsInFlight - answers.inFlight)
  }

  /// Returns the maximum number of bytes to read at once. An unauthenticated peer may only send what is left of its
  /// share. A long line after its request to authenticate is then read when that request has been answered.
  func readCapacity(_ limits: TransportLimits) -> Int {
    isAuthenticated ? .max : max(1, limits.unauthenticated.requestBytesInFlight + 2 - pendingBytes)
  }

  func wantsLines(_ limits: TransportLimits) -> Bool {
    guard phase == .open else { return false }
    let share = limits.share(isAuthenticated: isAuthenticated)
    let isFull = answers.inFlight > 0 && pendingBytes >= share.requestBytesInFlight
    if answers.inFlight >= share.requestsInFlight || isFull {
      isThrottled = true
    } else if isThrottled, answers.inFlight <= share.requestsInFlight / 2 {
      isThrottled = false
    }
    return !isThrottled && pendingOutputBytes + incompleteBatchBytes <= share.unreadOutput
  }

  /// Whether the connection is finishing and all its output has been sent.
  var isFinished: Bool {
    guard case .finishing = phase else { return false }
    return answers.inFlight == 0 && output.unsent == 0
  }

  var mayFlush: Bool { output.unsent > 0 && !isBlocked }

  var takesNotifications: Bool { phase == .open || phase == .finishing(.stopping) }

  /// Returns the reason to end a connection idle, stalled, unauthenticated or lingering too long; else nil.
  func overdue(_ limits: TransportLimits, now: Duration) -> DisconnectReason? {
    if case .lingering(let reason, let until) = phase { return now >= until ? reason : nil }
    if let stalledSince, now - stalledSince >= limits.stalledOutput { return .stalled }
    guard phase == .open, answers.inFlight == 0, output.unsent == 0 else { return nil }
    if !isAuthenticated, now - unauthenticatedSince >= limits.handshake { return .handshakeTimeout }
    if !staysWhileIdle, now - lastActivity >= limits.idle { return .idle }
    return nil
  }

  /// Stops reading. If the connection is already finishing, the earlier reason is kept.
  func finish(_ reason: DisconnectReason) {
    guard phase == .open else { return }
    phase = .finishing(reason)
    cutter.discard()
  }

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
