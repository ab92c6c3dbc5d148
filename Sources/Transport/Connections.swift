import CLinux
import Glibc
import Platform

/// All connections of an event loop. Reads from them, sends to them, and ends them. Used only on the loop's thread.
final class Connections {
  /// The time at the start of this loop iteration.
  var now: Duration
  /// The handler of the running loop; nil while the loop is not running.
  var handler: (any TransportHandler)?

  private let poller: Poller
  private let limits: TransportLimits
  private let log: Log
  private let metrics: TransportMetrics
  private let readBuffer: UnsafeMutableRawBufferPointer
  private var table = ConnectionTable()
  private var slots: ConnectionSlots
  private var budget: BufferBudget
  private var refusedCount = 0
  /// The number of unauthenticated connections evicted since the last sweep.
  private var evictedCount = 0
  /// The number of connections evicted since the last sweep because their member has newer ones, by member.
  private var evictedOfMembers: [String: Int] = [:]

  // Collected during a loop iteration: lines for the handler, connections to settle, drained ones, and bytes sent.
  private var received: [ReceivedLine] = []
  private var touched: [Connection] = []
  private var drained: [ConnectionID] = []
  private var bytesSent = 0
  // Connections with unprocessed input that may have more lines in flight. The next iteration continues with them.
  private var resumable: [Connection] = []

  private static let bytesPerRead = 64 << 10

  init(poller: Poller, limits: TransportLimits, log: Log, metrics: TransportMetrics, now: Duration) {
    self.poller = poller
    self.limits = limits
    self.log = log
    self.metrics = metrics
    self.now = now
    slots = ConnectionSlots(limits.connections)
    budget = BufferBudget(limit: limits.buffers)
    readBuffer = .allocate(byteCount: Self.bytesPerRead, alignment: 64)
  }

  deinit { readBuffer.deallocate() }

  subscript(id: ConnectionID) -> Connection? { table[id] }
  var isEmpty: Bool { table.count == 0 }
  /// Whether there is work to do without waiting for an event.
  var hasWork: Bool { !resumable.isEmpty || !touched.isEmpty }

  // MARK: Opening connections

  /// Opens a connection. If there are too many, evicts another one, or refuses the new one if no other can be evicted.
  func admit(_ accepted: consuming Listener.Accepted) {
    metrics.connectionsTotal.add()
    let isLocal = accepted.peer.isLocal
    let admission = slots.admission(isLocal: isLocal)
    let isRefused = admission == .none
    if isRefused, refusedCount >= limits.refusals {
      metrics.disconnects(.refused).add()
      return
    }
    let connection = Connection(id: table.nextID, accepted: accepted, isRefused: isRefused, now: now)
    table.insert(connection)
    do {
      try poller.add(connection.descriptor, .readable, tag: PollTag.connection(connection.id))
    } catch {
      log.warning("connection_not_watched", ["error": .string(error.description)])
      table.remove(connection.id)
      return
    }
    metrics.connectionsOpen.add(1)
    if isRefused { return refuse(connection) }
    if case .afterEvicting(let other) = admission { evict(other) }
    slots.add(connection.id, isLocal: isLocal)
    if connection.proxyHeader == nil { open(connection) }
  }

  private func evict(_ id: ConnectionID) {
    slots.remove(id)
    evictedCount += 1
    if let connection = table[id] { end(connection, .evicted) }
  }

  func setAuthorizationLevel(_ id: ConnectionID, _ authorizationLevel: AuthorizationLevel) {
    guard let connection = table[id] else { return }
    if let all = slots.setAuthorizationLevel(id, authorizationLevel) {
      evictLongestIdle(of: all, besides: connection)
      if case .member(let member) = authorizationLevel { evictedOfMembers[member, default: 0] += 1 }
    }
    connection.setAuthenticated(authorizationLevel != .unauthenticated, now: now)
    // The connection now has other limits, so the events to watch for may change.
    touch(connection)
  }

  /// Ends the connection that has been idle longest. Sends the reason if the socket takes it at once. The connection
  /// does not linger, because lingering connections would keep the places that new ones need.
  private func evictLongestIdle(of all: Set<ConnectionID>, besides newest: Connection) {
    let others = all.compactMap { table[$0] }.filter { $0.id != newest.id }
    guard let handler, let quietest = others.min(by: { $0.lastActivity < $1.lastActivity }) else { return }
    slots.remove(quietest.id)
    quietest.output.append(line: handler.tooManyOfMember())
    flush(quietest)
    end(quietest, .evicted)
  }

  private func open(_ connection: Connection) {
    connection.isOpened = true
    handler?.connectionOpened(connection.id, peer: connection.peer)
  }

  private func refuse(_ connection: Connection) {
    refusedCount += 1
    if let handler { connection.output.append(line: handler.tooManyConnections(connection.peer)) }
    connection.finish(.refused)
    touch(connection)
  }

  // MARK: Reading input

  func take(_ readiness: Readiness, of id: ConnectionID) {
    guard let connection = table[id] else { return }
    if readiness.contains(.writable) {
      connection.isBlocked = false
      touch(connection)
    }
    if readiness.contains(.readable) {
      read(connection)
    } else if !readiness.isDisjoint(with: .broken) {
      end(connection, .peerClosed)
    }
  }

  /// Continues with the input of connections that had too many lines in flight.
  func resumeReading() {
    guard !resumable.isEmpty else { return }
    for connection in resumable where connection.cutter.holdsLines && connection.wantsLines(limits) {
      gather(connection)
      // The events to watch for must be computed again, whether or not a line was read.
      touch(connection)
    }
    resumable.removeAll(keepingCapacity: true)
  }

  func handOver() {
    guard !received.isEmpty else { return }
    metrics.linesReceived.add(received.count)
    handler?.received(received)
    received.removeAll(keepingCapacity: true)
  }

  // Reads once per loop iteration. The poller reports remaining input again, after other connections had their turn.
  private func read(_ connection: Connection) {
    let count: Int
    do {
      let number = connection.descriptor.number
      let capacity = min(readBuffer.count, connection.readCapacity(limits))
      count = try systemCall("recv") { recv(number, readBuffer.baseAddress, capacity, 0) }
    } catch {
      if !error.wouldBlock { end(connection, .peerClosed) }
      return
    }
    switch connection.phase {
    case .lingering, .ended:
      if count == 0 { end(connection, .peerClosed) }
    case .finishing: break
    case .open where count == 0:
      connection.finish(.peerClosed)
      touch(connection)
    case .open:
      metrics.bytesReceived.add(count)
      let bytes = UnsafeRawBufferPointer(rebasing: readBuffer[..<count])
      if connection.proxyHeader == nil { gather(connection, bytes) } else { takeHeader(bytes, from: connection) }
    }
  }

  /// Reads the proxy's header, which names the client. The bytes after the header come from the client.
  private func takeHeader(_ bytes: UnsafeRawBufferPointer, from connection: Connection) {
    switch connection.proxyHeader?.take(bytes) {
    case nil, .incomplete: break
    case .complete(let source, let length):
      connection.proxyHeader = nil
      if let source { connection.peer = .tcp(address: source) }
      open(connection)
      gather(connection, UnsafeRawBufferPointer(rebasing: bytes[length...]))
    case .invalid:
      log.error("proxy_header_invalid", ["peer": .string(connection.peer.description)])
      end(connection, .proxyHeader)
    }
  }

  /// Collects the lines in `bytes` for the handler; if `bytes` is nil, those in the input that the connection has kept.
  private func gather(_ connection: Connection, _ bytes: UnsafeRawBufferPointer? = nil) {
    let before = received.count
    let longest = limits.share(isAuthenticated: connection.isAuthenticated).lineLength
    let room = connection.room(limits)
    func take(_ line: [UInt8]) {
      let slot = connection.answers.open(byteCount: line.count)
      received.append(ReceivedLine(connection: connection.id, slot: slot, bytes: line))
    }
    let outcome =
      if let bytes {
        connection.cutter.cut(bytes, longest: longest, room: room, take)
      } else {
        connection.cutter.cutHeld(longest: longest, room: room, take)
      }
    if received.count > before {
      connection.lastActivity = now
      if !connection.isAuthenticated { slots.recordActivity(connection.id) }
    }
    updateBudget(connection)
    if outcome == .tooLong { endWithLineTooLong(connection) }
    if !connection.wantsLines(limits) { touch(connection) }
  }

  private func endWithLineTooLong(_ connection: Connection) {
    guard let handler else { return }
    let slot = connection.answers.open(byteCount: 0)
    let answer = OutgoingAnswer(
      connection: connection.id, slot: slot, bytes: handler.lineTooLong(connection.id, slot: slot), closeAfter: true)
    connection.finish(.lineTooLong)
    deliver(answer)
  }

  // MARK: Delivering output

  func deliver(_ answer: OutgoingAnswer) {
    guard let connection = table[answer.connection] else { return }
    if case .ended = connection.phase { return }
    if connection.answers.complete(answer, output: &connection.output) { connection.finish(.requested) }
    if connection.exceedsOutputLimit(limits) { connection.end(.unreadOutput) }
    touch(connection)
  }

  func deliver(_ line: [UInt8], to id: ConnectionID) {
    guard let connection = table[id], connection.takesNotifications else { return }
    connection.output.append(line: line)
    touch(connection)
  }

  func changeHeld(_ id: ConnectionID, by byteCount: Int) {
    guard let connection = table[id] else { return }
    connection.incompleteBatchBytes += byteCount
    touch(connection)
  }

  func reportDrained(_ id: ConnectionID) {
    guard let connection = table[id] else { return }
    connection.reportsDrained = true
    touch(connection)
  }

  // MARK: Ending connections

  /// Stops reading from all connections. Requests in flight are still answered.
  func finishAll(_ reason: DisconnectReason) {
    for connection in table.all {
      connection.finish(reason)
      touch(connection)
    }
  }

  func endAll(_ reason: DisconnectReason) {
    for connection in table.all {
      connection.end(reason)
      remove(connection, reason)
    }
    touched = []
    resumable = []
  }

  /// Ends overdue connections, logs the evictions since the last one, and tells the handler if much memory was freed.
  func sweep() {
    for connection in table.all {
      noteSlowProgress(connection)
      if let reason = connection.overdue(limits, now: now) { end(connection, reason) }
    }
    if evictedCount > 0 { log.warning("connections_evicted", ["count": .integer(evictedCount)]) }
    evictedCount = 0
    for (member, count) in evictedOfMembers {
      log.warning("member_connections_evicted", ["member": .string(member), "count": .integer(count)])
    }
    evictedOfMembers.removeAll()
    if budget.takeReleaseRequest() { handler?.buffersShrank() }
  }

  /// Gives a slow but steady reader more time. It seems stalled until a good part of the system's send buffer is empty.
  private func noteSlowProgress(_ connection: Connection) {
    guard let since = connection.stalledSince, now - since >= limits.stalledOutput else { return }
    let untaken = mn_unsent_bytes(connection.descriptor.number)
    guard untaken >= 0, untaken < connection.unacknowledgedBytes else { return }
    connection.unacknowledgedBytes = untaken
    connection.stalledSince = now
  }

  // The handler is notified at the end of the loop iteration, after it has received the connection's earlier lines.
  private func end(_ connection: Connection, _ reason: DisconnectReason) {
    connection.end(reason)
    touch(connection)
  }

  // MARK: Settling at the end of a loop iteration

  /// Sends touched connections' output, removes ended ones, updates the poller, then tells the handler of drained ones.
  func settle() throws(SystemError) {
    bytesSent = 0
    try settleTouched()
    if budget.isExceeded {
      evictHeaviest()
      try settleTouched()
    }
    metrics.bufferBytes.set(budget.used)
    guard !drained.isEmpty else { return }
    let reported = drained
    drained = []
    for id in reported { handler?.outputDrained(id) }
  }

  private func settleTouched() throws(SystemError) {
    var index = 0
    var postponed: [Connection] = []
    while index < touched.count {
      let connection = touched[index]
      if bytesSent >= limits.bytesSentPerIteration, connection.mayFlush {
        updateBudget(connection)
        postponed.append(connection)
      } else {
        try settle(connection)
      }
      index += 1
    }
    touched.removeAll(keepingCapacity: true)
    touched += postponed
  }

  private func updateBudget(_ connection: Connection) {
    let bytes = connection.heldBytes
    budget.change(from: connection.countedBytes, to: bytes)
    connection.countedBytes = bytes
  }

  private func evictHeaviest() {
    for connection in budget.heaviest(of: table.all.map { (id: $0, bytes: $0.countedBytes) }) {
      log.warning(
        "buffers_full",
        [
          "disconnected": .string(connection.peer.description), "held": .integer(connection.countedBytes),
          "all": .integer(budget.used), "limit": .integer(budget.limit),
        ])
      end(connection, .overBudget)
    }
  }

  private func touch(_ connection: Connection) {
    guard !connection.isTouched else { return }
    connection.isTouched = true
    touched.append(connection)
  }

  private func settle(_ connection: Connection) throws(SystemError) {
    connection.isTouched = false
    flush(connection)
    updateBudget(connection)
    if connection.isFinished { linger(connection) }
    if case .ended(let reason) = connection.phase { return remove(connection, reason) }
    if connection.reportsDrained, connection.output.unsent == 0, connection.answers.waitingBytes == 0 {
      connection.reportsDrained = false
      drained.append(connection.id)
    }
    try watch(connection)
  }

  private func flush(_ connection: Connection) {
    guard connection.mayFlush else { return }
    do {
      let number = connection.descriptor.number
      let taken = try connection.output.send(to: number, atMost: limits.bytesSentPerTurn)
      metrics.bytesSent.add(taken)
      bytesSent += taken
      connection.lastActivity = now
      connection.stalledSince = nil
    } catch {
      guard error.wouldBlock else { return connection.end(.peerClosed) }
    }
    guard connection.output.unsent > 0 else { return }
    connection.isBlocked = true
    guard connection.stalledSince == nil else { return }
    connection.stalledSince = now
    connection.unacknowledgedBytes = mn_unsent_bytes(connection.descriptor.number)
  }

  /// Closes the sending side. Ends the connection at once if the peer will send nothing more, or if the server is
  /// stopping and no input is waiting. Otherwise the connection lingers, and discards its input.
  private func linger(_ connection: Connection) {
    guard case .finishing(let reason) = connection.phase else { return }
    let number = connection.descriptor.number
    shutdown(number, Int32(SHUT_WR))
    if reason == .peerClosed || reason == .stopping && !hasUnread(number) {
      connection.phase = .ended(reason)
    } else {
      connection.phase = .lingering(reason, until: now + limits.lingering)
    }
  }

  // Discards waiting input, up to a limit, and returns whether there may be more. Closing a socket with unread bytes
  // resets the connection, and the peer could lose the last answers.
  private func hasUnread(_ number: Int32) -> Bool {
    var count = 0
    var reads = 0
    repeat {
      count = recv(number, readBuffer.baseAddress, readBuffer.count, 0)
      reads += 1
    } while count > 0 && reads < 16
    return count > 0
  }

  private func watch(_ connection: Connection) throws(SystemError) {
    var interest: Readiness = connection.isBlocked ? .writable : []
    if case .lingering = connection.phase {
      interest.insert(.readable)
    } else if connection.wantsLines(limits) {
      if connection.cutter.holdsLines { resumable.append(connection) } else { interest.insert(.readable) }
    }
    guard interest != connection.interest else { return }
    connection.interest = interest
    try poller.change(connection.descriptor, interest, tag: PollTag.connection(connection.id))
  }

  private func remove(_ connection: Connection, _ reason: DisconnectReason) {
    guard table[connection.id] != nil else { return }
    table.remove(connection.id)
    slots.remove(connection.id)
    budget.change(from: connection.countedBytes, to: 0)
    metrics.connectionsOpen.add(-1)
    metrics.disconnects(reason).add()
    if connection.isRefused { refusedCount -= 1 }
    if connection.isOpened { handler?.connectionClosed(connection.id) }
    let level: Log.Level = reason == .stalled ? .warning : .debug
    guard level >= log.minimumLevel else { return }
    log.write(
      level, "disconnected",
      [
        "connection": .integer(Int(connection.id.index)), "peer": .string(connection.peer.description),
        "reason": .string(reason.rawValue),
      ])
  }
}
