import Platform

/// One connection of the loop: its unanswered input, its output, and how long it has been quiet. It makes no system calls.
final class Connection {
  enum Phase: Equatable {
    /// Lines are read. Moves to `finishing` when nothing more will be read, to `ended` if the socket fails.
    case open
    /// Nothing is read; what is in flight is answered. Moves to `lingering` or `ended` when the output is sent.
    case finishing(DisconnectReason)
    /// The last answer is sent; input is discarded. Moves to `ended` when the peer closes, or at `until`.
    case lingering(DisconnectReason, until: Duration)
    /// To be removed at the end of this loop iteration.
    case ended(DisconnectReason)
  }

  let id: ConnectionID
  let descriptor: Descriptor
  /// The other end; the proxy until its header has been read.
  var peer: Peer
  /// Whether it was turned away: the handler does not know it.
  let isRefused: Bool
  /// Reads a proxy's header; nil when that is done, or without a proxy.
  var proxyHeader: ProxyHeaderReader?
  /// Whether the handler knows it.
  var isOpened = false
  var phase = Phase.open
  var cutter = LineCutter()
  var answers = AnswerSequence()
  var output = OutputBuffer()

  var interest: Readiness = .readable
  /// Whether the socket took less than there was: wait until the poller reports that it is writable.
  var isBlocked = false
  /// Whether it is among those to settle at the end of this loop iteration.
  var isTouched = false
  var reportsDrained = false
  private(set) var isAuthenticated = false
  var staysWhileIdle = false

  /// Since when it is not authenticated, if it is not.
  private var unauthenticatedSince: Duration
  var lastActivity: Duration
  /// Since when the peer has taken no output; nil while none waits.
  var stalledSince: Duration?
  /// The bytes that the system held at that time.
  var unacknowledgedBytes: Int32 = 0

  // Whether the pipeline is full. Reading continues when it is half empty, so that a client that keeps it full costs a few
  // large reads and not one for each answer.
  private var isThrottled = false
  /// Bytes of answers that the service has made and not sent: those of an incomplete batch.
  var incompleteBatchBytes = 0
  /// Its bytes in the budget of all connections.
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

  /// Bytes in its buffers: of lines and requests not answered, and of answers not taken.
  var heldBytes: Int {
    pendingBytes + output.unsent + output.sentBytes + answers.waitingHeldBytes + incompleteBatchBytes
  }

  private var pendingBytes: Int { answers.requestBytes + cutter.heldBytes }

  private var pendingOutputBytes: Int { output.unsent + answers.waitingBytes }

  func exceedsOutputLimit(_ limits: TransportLimits) -> Bool {
    !isAuthenticated && pendingOutputBytes > limits.unauthenticatedOutput
  }

  /// The number of further lines that may be in flight.
  func room(_ limits: TransportLimits) -> Int {
    max(0, limits.share(isAuthenticated: isAuthenticated).requestsInFlight - answers.inFlight)
  }

  /// The most bytes to read at once. An unauthenticated peer gets no more than it has left, so that a long line behind its
  /// authentication is read when that is answered.
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

  /// Whether it is finishing and everything is sent.
  var isFinished: Bool {
    guard case .finishing = phase else { return false }
    return answers.inFlight == 0 && output.unsent == 0
  }

  var mayFlush: Bool { output.unsent > 0 && !isBlocked }

  var takesNotifications: Bool { phase == .open || phase == .finishing(.stopping) }

  /// Why this connection was quiet, stalled or unauthenticated for too long; nil if it was not.
  func overdue(_ limits: TransportLimits, now: Duration) -> DisconnectReason? {
    if case .lingering(let reason, let until) = phase { return now >= until ? reason : nil }
    if let stalledSince, now - stalledSince >= limits.stalledOutput { return .stalled }
    guard phase == .open, answers.inFlight == 0, output.unsent == 0 else { return nil }
    if !isAuthenticated, now - unauthenticatedSince >= limits.handshake { return .handshakeTimeout }
    if !staysWhileIdle, now - lastActivity >= limits.idle { return .idle }
    return nil
  }

  /// Stops reading; later reasons do not replace the first.
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
