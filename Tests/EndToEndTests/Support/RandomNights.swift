import MovieNightPrimitives
import TestSupport

/// Random commands of one household, many of which are refused.
struct RandomNights {
  private let server: LocalServer
  private let household: Household
  private let wire: Wire
  private var random: SeededGenerator
  private var rounds: [String] = []
  private(set) var accepted: [String: Int] = [:]

  init(on server: LocalServer, household: Household, seed: UInt64) throws {
    self.server = server
    self.household = household
    wire = try server.wire(token: household.token)
    random = SeededGenerator(seed: seed)
  }

  /// Returns random nights of the same household and rounds, over a new connection, for use after a restart.
  func restarted(on server: LocalServer) throws -> RandomNights {
    var next = try RandomNights(on: server, household: household, seed: 0)
    (next.random, next.rounds, next.accepted) = (random, rounds, accepted)
    return next
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
  }

  private mutating func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: try start()
    case 12..<15: server.time.advance(hours: [1, 25, 80, 400].randomElement(using: &random) ?? 1)
    case 15..<55:
      try inRound("rounds.vote", movieID() + #","vote":\#(choice(["\"up\"", "\"down\"", "null"]))"# + someone())
    case 55..<60:
      try inRound("rounds.propose", #","movie":\#(movie(Int.random(in: 1...12, using: &random)))"# + someone())
    case 60..<62: try inRound("rounds.withdraw", movieID() + #","confirm":true"#)
    case 62..<65: try inRound("rounds.suggest", #","movies":[\#(movie(Int.random(in: 1...12, using: &random)))]"#)
    case 65..<67: try inRound("rounds.unsuggest", movieID())
    case 67..<69: try inRound("rounds.set_attendees", #","attendees":\#(attendees())"#)
    case 69..<70: try inRound("rounds.override_ceiling", #","max_content_rating":"R""#)
    case 70..<73: try inRound("rounds.open_voting", "")
    case 73..<74: try keepLists()
    case 74..<75: try keepCollection()
    case 75..<78: try inRound("rounds.done_voting", someone())
    case 78..<79: try inRound("rounds.close_voting", "")
    case 79..<83: try inRound("rounds.pick", movieID())
    case 83..<87: try inRound("rounds.mark_watched", someone())
    case 87..<97: try inRound("rounds.rate", #","rating":"\#(choice(["loved", "liked", "did_not_like"]))""# + someone())
    case 97..<98: try inRound("rounds.close_ratings", "")
    case 98..<99: try inRound("rounds.discard", "")
    default: try send("members.add_managed", #""display_name":"Child""#)
    }
  }

  private mutating func keepLists() throws {
    for _ in 0..<3 {
      let id = Int.random(in: 1...12, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try send("watchlist.remove", #""tmdb_movie_id":\#(id)"#)
      case 1: try send("watched.mark", #""movie":\#(movie(id))"# + someone())
      case 2: try send("watched.unmark", #""tmdb_movie_id":\#(id)"#)
      default: try send("watchlist.add", #""movie":\#(movie(id))"# + someone())
      }
    }
  }

  private mutating func keepCollection() throws {
    for id in [Int.random(in: 1...12, using: &random), Int.random(in: 1...12, using: &random)] {
      let member = someone()
      try send("titles.add", #""items":[\#(newMovie(id)),\#(newSeries(id))]"# + member)
      try send("titles.mark", #""movies":[\#(id)]"# + member)
      try send("episodes.mark", #""tmdb_id":\#(id),"season_number":1,"include_unaired":true"# + member)
      try send("notes.add", movieKey(id) + #","text":"Note \#(id)""# + member)
      guard let list = try send("lists.create", #""name":"List \#(id)""# + member) else { continue }
      let titles = #""titles":[\#(movieRef(id))]"#
      try send("lists.add_titles", #""list_id":"\#(list.string("list_id"))",\#(titles)"# + member)
      if Bool.random(using: &random) { try send("titles.remove", titles + member) }
      try keepGuide(id, member)
    }
  }

  private mutating func keepGuide(_ series: Int, _ member: String) throws {
    let series = #""tmdb_id":\#(series)"#
    try send("guide.set_show", series + #","buffer_days":\#(choice(["3", "7"]))"#)
    try send("guide.set_show", series + #","hidden":\#(choice(["true", "false"]))"# + member)
    guard
      let reminder = try send("reminders.set", series + #","premieres_only":\#(choice(["true", "false"]))"# + member)
    else { return }
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    try send("reminders.remove", #""reminder_id":"\#(reminder.string("reminder_id"))""# + member)
  }

  private mutating func start() throws {
    let movies = (1...6).shuffled(using: &random).prefix(3).map { movie($0) }.joined(separator: ",")
    let result = try send(
      "rounds.start",
      #""attendees":\#(attendees()),"movies":[\#(movies)],"allow_watched":true,"include_watchlist":true,"open_voting":\#(choice(["true", "false"]))"#
    )
    if let result { rounds.append(try result.object("round").string("round_id")) }
  }

  private mutating func inRound(_ method: String, _ parameters: String) throws {
    guard let round = rounds.suffix(2).randomElement(using: &random) else { return }
    try send(method, #""round_id":"\#(round)""# + parameters)
  }

  @discardableResult
  private mutating func send(_ method: String, _ parameters: String) throws -> JSONValue? {
    let answer = try wire.call(method, parameters)
    guard let code = answer.code else {
      accepted[method, default: 0] += 1
      return try answer.result()
    }
    // A command may name a movie that is not on the list (404). Rounds and members always exist.
    let expected = [403, 409, 422] + (method.hasPrefix("rounds") || method.hasPrefix("members") ? [] : [404])
    guard expected.contains(code) else { throw TestFailure("\(method) {\(parameters)}: \(answer.text)") }
    return nil
  }

  private mutating func movieID() -> String { #","tmdb_movie_id":\#(Int.random(in: 1...8, using: &random))"# }
  private mutating func someone() -> String {
    household.actingAs(household.members.randomElement(using: &random) ?? "")
  }
  private mutating func choice(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "null" }

  private mutating func attendees() -> String {
    guard Bool.random(using: &random) else { return "null" }
    let ids = household.members.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random))
    return #"["\#(ids.joined(separator: #"",""#))"]"#
  }

  /// Returns the answers to queries that depend on read models, by method and parameters.
  func answers() throws -> [String: String] {
    var answers: [String: String] = [:]
    var questions = [("households.get", ""), ("rounds.active", ""), ("sessions.list", #""limit":100"#)]
    questions += [
      ("watchlist.list", #""limit":100"#), ("watched.list", #""limit":100"#), ("households.statistics", ""),
      ("collection.get", ""), ("titles.list", #""limit":100"#), ("titles.next", ""), ("titles.together", ""),
      ("plays.list", #""limit":100"#), ("lists.list", ""), ("notes.list", ""),
    ]
    for round in rounds {
      for method in ["rounds.get", "rounds.results", "rounds.ratings"] {
        questions.append((method, #""round_id":"\#(round)""#))
      }
    }
    for (method, parameters) in questions {
      answers["\(method) \(parameters)"] = try wire.result(method, parameters).text
    }
    return answers
  }
}
