import CLinux
import Glibc
import Platform
import MovieNightPrimitives

/// A server under attack.
package struct AttackedServer: Sendable {
  /// The address for hostile clients and the bystander.
  let address: ServerAddress
  /// The Unix socket, through which an administrator founds households.
  let administration: ServerAddress
  let pid: Int32

  package init(port: UInt16, socketPath: String, pid: Int32) {
    address = .tcp(port: port)
    administration = .unix(path: socketPath)
    self.pid = pid
  }

  /// The server's peak memory in bytes; 0 if it has ended.
  package var peakBytes: Int {
    guard let file = fopen("/proc/\(pid)/status", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split { $0 == " " || $0 == "\t" }
      if words.count > 1, words[0] == "VmHWM:" { return (Int(words[1]) ?? 0) << 10 }
    }
    return 0
  }
}

/// The measurements and problems of an attack.
package struct AttackReport: Sendable {
  package let attack: String
  package let pings: Latencies
  package let votes: Latencies
  /// The server's peak memory in bytes.
  package let peakBytes: Int
  package let answers: Int
  /// The answers that the attack does not allow, and the failed calls of the bystander.
  package let problems: [String]
  /// The number of connections that the server closed.
  package let ended: Int

  /// The bytes that a server may use in addition to `--buffer-memory`.
  package static let memoryBeside = 64_000_000

  /// Whether the attack met the goals for a release build.
  package func isWithinGoal(bufferMemory: Int) -> Bool {
    problems.isEmpty && pings.p99 < 50_000_000 && votes.p99 < 100_000_000
      && peakBytes <= bufferMemory + Self.memoryBeside
  }
}

package struct Latencies: Sendable {
  package let count: Int
  /// The median latency in nanoseconds, like `p99` and `longest`; 0 if there were no calls.
  package let median: Int
  package let p99: Int
  package let longest: Int

  init(_ nanoseconds: [Int]) {
    let sorted = nanoseconds.sorted()
    // Returns the smallest latency that `part` percent of the calls do not exceed.
    func percentile(_ part: Int) -> Int { sorted.isEmpty ? 0 : sorted[(sorted.count * part + 99) / 100 - 1] }
    count = sorted.count
    (median, p99, longest) = (percentile(50), percentile(99), percentile(100))
  }
}

/// Runs one attack while a bystander uses the server.
package final class AttackRun {
  private let attack: any Attack
  private let server: AttackedServer
  private let seconds: Int
  private let token: String
  private let bystander: Bystander
  private var clients: [Client] = []
  private var problems: [String] = []
  private var (answers, ended) = (0, 0)

  /// A hostile client. If the attack says so, it reconnects when the server closes its connection.
  private struct Client {
    var peer: Peer
    /// The number of answers on this connection.
    var answered = 0
    /// The number of turns on this connection that are not fully answered.
    var waiting = 0
    /// The number of turns on all connections of this client.
    var turns = 0
    /// Whether the client waits for the answer to its authentication.
    var isAuthenticating: Bool
    var isLineOpen = false
    var lastAnswer = ""

    var isReady: Bool { !isAuthenticating && !peer.isSending && !peer.isAtEnd }
  }

  /// Prepares an attack that lasts `seconds`. With 0 seconds, each connection takes `shortTurns` turns instead.
  package init(_ attack: any Attack, on server: AttackedServer, seconds: Int) throws {
    (self.attack, self.server, self.seconds) = (attack, server, seconds)
    let founder = try Caller(to: server.administration)
    _ = try founder.call("auth.authenticate", #""administrator":true"#)
    token = try founder.found("Attackers")
    let child = request("members.add_managed", #""display_name":"Max""#)
    try Caller(to: server.address, token: token).run([child] + attack.preparation)
    bystander = try Bystander(founder, at: server.address)
  }

  /// The number of turns that each connection takes in a run of 0 seconds.
  private static let shortTurns = 2
  /// The number of pings and of votes that the bystander makes at least in a run of 0 seconds.
  package static let shortCalls = 5

  package func run() throws -> AttackReport {
    raiseDescriptorLimit(to: attack.connections + 100)
    try bystander.start()
    for _ in 0..<attack.connections { clients.append(try connect()) }
    let end = SystemClock.nanoseconds() + seconds * 1_000_000_000
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    if !bystander.canConnect() { problems.append("another member cannot connect") }
    while seconds > 0 ? SystemClock.nanoseconds() < end : !isShortRunOver {
      if attack.isTogether { takeTurnsTogether() } else { for index in clients.indices { takeTurns(index) } }
      try pump(buffer)
    }
    let outcome = try bystander.end()
    clients.removeAll()
    return AttackReport(
      attack: attack.name, pings: Latencies(outcome.pings), votes: Latencies(outcome.votes),
      peakBytes: server.peakBytes, answers: answers, problems: problems + outcome.failures, ended: ended)
  }

  private var isShortRunOver: Bool {
    bystander.hasMade(Self.shortCalls)
      && clients.allSatisfy {
        $0.peer.isAtEnd || $0.turns >= Self.shortTurns && ($0.waiting == 0 || !attack.readsAnswers)
      }
  }

  private func connect(turns: Int = 0) throws -> Client {
    let peer = try Peer(to: server.address)
    if attack.isAuthenticated {
      peer.send(request("auth.authenticate", #""token":"\#(token)""#) + "\n")
      peer.flush()
    }
    return Client(peer: peer, turns: turns, isAuthenticating: attack.isAuthenticated)
  }

  // MARK: Taking turns

  private func takeTurns(_ index: Int) {
    while clients[index].waiting < attack.window, clients[index].isReady {
      guard seconds > 0 || clients[index].turns < Self.shortTurns, let line = nextLine(index) else { return }
      clients[index].peer.send(line + "\n")
      clients[index].peer.flush()
    }
  }

  /// Sends the lines of all connections without the newlines, then all newlines.
  private func takeTurnsTogether() {
    guard clients.allSatisfy(\.isReady) else { return }
    if clients.allSatisfy({ $0.isLineOpen }) {
      for index in clients.indices {
        clients[index].isLineOpen = false
        clients[index].peer.send("\n")
        clients[index].peer.flush()
      }
    } else if clients.allSatisfy({ $0.waiting == 0 || $0.isLineOpen }) {
      for index in clients.indices where !clients[index].isLineOpen {
        guard seconds > 0 || clients[index].turns < Self.shortTurns, let line = nextLine(index) else { continue }
        clients[index].isLineOpen = true
        clients[index].peer.send(line)
        clients[index].peer.flush()
      }
    }
  }

  private func nextLine(_ index: Int) -> String? {
    let line = attack.line(turn: clients[index].turns, of: index, after: clients[index].lastAnswer)
    clients[index].turns += 1
    if line != nil { clients[index].waiting += 1 }
    return line
  }

  // MARK: Sockets

  /// Waits up to ten milliseconds for sockets that are readable or writable, then sends and receives.
  private func pump(_ buffer: UnsafeMutableRawBufferPointer) throws {
    var polled = clients.map { client in
      let reads = attack.readsAnswers || client.isAuthenticating
      let events = (client.peer.isSending ? POLLOUT : 0) | (reads ? POLLIN : 0)
      // `poll` ignores negative descriptors.
      return pollfd(fd: client.peer.isAtEnd ? -1 : client.peer.socket.number, events: Int16(events), revents: 0)
    }
    guard poll(&polled, nfds_t(polled.count), 10) > 0 else { return }
    for (index, polled) in polled.enumerated() where polled.revents != 0 {
      if polled.revents & Int16(POLLOUT) != 0 { clients[index].peer.flush() }
      if polled.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        for answer in clients[index].peer.receive(buffer) { take(answer, index) }
      }
      if clients[index].peer.isAtEnd {
        ended += 1
        if attack.connectsAgain { clients[index] = try connect(turns: clients[index].turns) }
      }
    }
  }

  private func take(_ answer: String, _ index: Int) {
    if clients[index].isAuthenticating {
      clients[index].isAuthenticating = false
      if !answer.isResult { problems.append("an attacker is not let in: \(answer.prefix(200))") }
      return
    }
    if !attack.allows(answer, number: clients[index].answered), problems.count < 10 {
      problems.append("answered with \(answer.prefix(200))")
    }
    answers += 1
    clients[index].answered += 1
    clients[index].lastAnswer = answer
    if clients[index].answered.isMultiple(of: attack.answersPerTurn) { clients[index].waiting -= 1 }
  }
}
