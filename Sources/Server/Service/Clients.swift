import Transport
import WritePath

/// The connected clients, with this iteration's answers and commands. Confined to the event loop's thread.
final class Clients: @unchecked Sendable {
  let loop: EventLoop
  private(set) var states: [ConnectionID: ConnectionState] = [:]
  var scheduler = WorkScheduler()
  private let committer: Committer
  private let limits: TransportLimits
  private var answers: [OutgoingAnswer] = []
  private var submissions: [Submission] = []

  init(_ loop: EventLoop, _ committer: Committer, _ limits: TransportLimits) {
    self.loop = loop
    self.committer = committer
    self.limits = limits
  }

  subscript(id: ConnectionID) -> ConnectionState? { states[id] }

  func open(_ id: ConnectionID, peer: Peer, mayAdminister: Bool) {
    states[id] = ConnectionState(peer: peer, mayAdminister: mayAdminister)
  }

  func remove(_ id: ConnectionID) {
    if let state = states.removeValue(forKey: id) {
      state.jobs.end()
      for batch in state.batches.values { batch.abandon() }
    }
    scheduler.remove(id)
  }

  /// Queues a connection for its turn if it has work that may start.
  func resume(_ id: ConnectionID) {
    guard let state = states[id], state.nextCost != nil else { return }
    scheduler.add(id, isUnauthenticated: state.identity == .nobody)
  }

  /// Drops the requests of a connection that have not been started, because the connection is going to be closed.
  func close(_ id: ConnectionID) {
    for request in states[id]?.close() ?? [] { send(request.reply.dropped()) }
    scheduler.remove(id)
  }

  // MARK: Answers and commands of this iteration

  func submit(_ submission: Submission) { submissions.append(submission) }

  func send(_ answer: OutgoingAnswer?) {
    if let answer { answers.append(answer) }
  }

  /// Sends a result that may be long. If the connection has too much unsent output, its later requests wait.
  func sendResult(_ answer: [UInt8], _ reply: Reply) {
    let state = states[reply.connection]
    let limit = state?.identity == .nobody ? limits.unauthenticatedOutput / 2 : Service.answerLimit
    scheduler.charge(reply.connection, answer.count / WorkScheduler.Cost.answerBytes, answerBytes: answer.count)
    guard answer.count + (reply.batch?.byteCount ?? 0) <= limit else {
      return send(reply.error(.answerTooLarge, closing: true))
    }
    send(reply.result(answer))
    if state?.countAnswer(ofSize: answer.count, limit: limits.unreadOutput) == true {
      loop.reportDrained(reply.connection)
    }
  }

  /// Hands commands to the committer and answers to the loop. Each function that the loop calls must call this last.
  func handOver() {
    // Empty the lists first, because a stopped committer answers within `submit`, which leads back to this function.
    var commands: [Submission] = []
    swap(&commands, &submissions)
    if !commands.isEmpty { committer.submit(commands) }
    var answers: [OutgoingAnswer] = []
    swap(&answers, &self.answers)
    if !answers.isEmpty { loop.answer(answers) }
  }
}
