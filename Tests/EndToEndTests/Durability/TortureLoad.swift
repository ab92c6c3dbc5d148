import EventStore
import MovieNightKit
import MovieNightPrimitives
import TestSupport
import Testing

/// Households in which every member sends commands continuously, while one listener per household receives the
/// household's events.
///
/// A command is resent with the same id until it is answered with a result or a refusal.
final class TortureLoad: Sendable {
  /// An answered command.
  struct Answered: Sendable {
    let command: String
    let request: Request
    /// The position in the result; nil if the command was refused.
    let position: Int?
  }

  struct Outcome: Sendable {
    var answers: [Answered] = []
    /// The positions that each household's listener received, in order.
    var received: [[Int]] = []
  }

  private let households: [Household]
  private let socketPath: String
  private let answered = Locked(0)
  private let isOver = Locked(false)
  private let atWork: Locked<(players: Int, listeners: Int)>
  /// The last round started in each household.
  private let rounds: Locked<[String: String]> = Locked([:])

  init(_ households: [Household], at socketPath: String) {
    self.households = households
    self.socketPath = socketPath
    atWork = Locked((households.reduce(0) { $0 + $1.members.count }, households.count))
  }

  private func client(_ household: Household) throws -> WaitingClient {
    try WaitingClient(unix: socketPath, token: household.token)
  }

  // MARK: Players, listeners and disturbances

  /// Runs all players and listeners together with `disturbances`, which must call `end` before it stops the last
  /// server.
  func run(_ disturbances: @escaping @Sendable (TortureLoad) throws -> Void) throws -> Outcome {
    let players = households.flatMap { household in household.members.map { (household, $0) } }
    let listeners = players.count..<players.count + households.count
    let parts = try together(listeners.upperBound + 1) { [self] index -> Outcome in
      if index < players.count { return Outcome(answers: try play(players[index], seed: UInt64(index))) }
      if index < listeners.upperBound { return Outcome(received: [try listen(households[index - players.count])]) }
      defer { isOver.withLock { $0 = true } }
      try disturbances(self)
      return Outcome()
    }
    return Outcome(answers: parts.flatMap(\.answers), received: parts.flatMap(\.received))
  }

  /// Waits until `count` more commands have been answered, or all players have finished.
  func waitForAnswers(_ count: Int) {
    let wanted = answered.withLock { $0 } + count
    eventually("\(count) more answers") { answered.withLock { $0 } >= wanted || atWork.withLock { $0.players == 0 } }
  }

  /// Tells all players and listeners to finish, and waits until they have.
  func end() {
    isOver.withLock { $0 = true }
    eventually("all players and listeners to finish") { atWork.withLock { $0 == (0, 0) } }
  }

  /// Receives events from the first to the last one recorded by a player, and returns their positions.
  private func listen(_ household: Household) throws -> [Int] {
    defer { atWork.withLock { $0.listeners -= 1 } }
    let client = try client(household)
    let feed = client.events(after: 0)
    var positions: [Int] = []
    var last: Int?
    while last.map({ feed.position < $0 }) ?? true {
      positions += try feed.next(within: .milliseconds(100))
      if last == nil, atWork.withLock({ $0.players == 0 }) { last = try lastPosition(client, after: feed.position) }
    }
    return positions
  }

  private func lastPosition(_ client: WaitingClient, after position: Int) throws -> Int {
    var last = position
    while true {
      let events = try client.call("events.read") { $0.field("after", last) }.array("events")
      let positions = try events.map { try $0.integer("position") }
      guard let newest = positions.last else { return last }
      last = newest
    }
  }

  // MARK: Sending random commands

  private func play(_ player: (household: Household, member: String), seed: UInt64) throws -> [Answered] {
    defer { atWork.withLock { $0.players -= 1 } }
    let client = try client(player.household)
    var (answers, random): ([Answered], SeededGenerator) = ([], SeededGenerator(seed: seed))
    while !isOver.withLock({ $0 }) {
      let command = randomID()
      let (method, members) = nextCommand(of: player.household, &random)
      let parameters = #"{"command_id":"\#(command)"\#(members)\#(player.household.actingAs(player.member))}"#
      let request = Request(method, json: Array(parameters.utf8))
      let position = try position(of: client.pipeline([request], timeout: Self.timeout)[0], request, player.household)
      answers.append(Answered(command: command, request: request, position: position))
      answered.withLock { $0 += 1 }
    }
    try expectSamePositions(answers.filter { $0.position != nil }, client)
    return answers
  }

  private static let timeout = Duration.seconds(timeoutSeconds)

  /// Resends accepted commands and expects the same positions. A command that was lost would be executed again and get
  /// another position.
  private func expectSamePositions(_ answers: [Answered], _ client: WaitingClient) throws {
    let results = try client.pipeline(answers.map(\.request), timeout: Self.timeout)
    for (answer, result) in zip(answers, results) {
      let position = try? result.get().integer("position")
      #expect(position == answer.position, "\(answer.request.method) \(answer.command) was lost: \(result)")
    }
  }

  /// Returns the position in the result, or nil if the command was refused. Records the round if the command started
  /// one.
  private func position(
    of result: Result<JSONValue, ClientError>, _ request: Request, _ household: Household
  ) throws -> Int? {
    switch result {
    case .success(let result):
      if request.method == "rounds.start" {
        let round = try result.object("round").string("round_id")
        rounds.withLock { $0[household.id] = round }
      }
      return try result.integer("position")
    case .failure(let error):
      guard let code = error.refusal?.code, [403, 404, 409, 422].contains(code) else { throw error }
      return nil
    }
  }

  private func nextCommand(of household: Household, _ random: inout SeededGenerator) -> (String, String) {
    let id = Int.random(in: 1...4, using: &random)
    let (given, chosen) = (#","movie":\#(movie(id))"#, #","tmdb_movie_id":\#(id)"#)
    guard let round = rounds.withLock({ $0[household.id] }).map({ #","round_id":"\#($0)""# }) else { return start }
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return start
    case 1: return ("rounds.discard", round)
    case 2: return ("rounds.propose", round + given)
    case 3: return ("watchlist.add", given)
    case 4: return ("watchlist.remove", chosen)
    case 5: return ("watched.mark", given)
    case 6: return ("watched.unmark", chosen)
    case 7..<9: return ("rounds.vote", round + chosen + #","vote":null"#)
    default:
      let vote = Bool.random(using: &random) ? "up" : "down"
      return ("rounds.vote", round + chosen + #","vote":"\#(vote)""#)
    }
  }

  private var start: (String, String) {
    let movies = (1...3).map { movie($0) }.joined(separator: ",")
    return ("rounds.start", #","movies":[\#(movies)],"allow_watched":true,"open_voting":true"#)
  }
}

extension TortureLoad.Outcome {
  /// Compares the answers with the recorded events. Each accepted command must be recorded once and completely, ending
  /// at the position in its answer. Refused commands, and commands that no player sent, must not be recorded.
  func check(against events: [RecordedEvent]) {
    var eventsByCommand: [String: [RecordedEvent]] = [:]
    for event in events {
      if let command = event.metadata.command { eventsByCommand["\(command.id)", default: []].append(event) }
    }
    #expect(Set(eventsByCommand.keys).isSubset(of: answers.map(\.command)), "a command that no player sent")
    for answer in answers {
      guard let recorded = eventsByCommand[answer.command] else { continue }
      let positions = recorded.map(\.position)
      let whole = answer.position.map { Array(($0 - recorded.count + 1)...$0) }
      #expect(positions == whole, "\(answer.request.method) \(answer.command) is not at the position in its answer")
      let different = Set(recorded.map { "\($0.stream) \($0.type) \(String(decoding: $0.data, as: UTF8.self))" })
      #expect(different.count == recorded.count, "\(answer.request.method) \(answer.command) is recorded twice")
    }
  }
}
