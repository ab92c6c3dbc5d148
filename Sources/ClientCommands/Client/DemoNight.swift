import Console
import MovieNightConnection
import Primitives

/// The play: Tim founds a household, adds his child Max, and they choose, watch and rate a movie.
struct DemoNight {
  var stage: DemoStage
  let registrar: DemoDevice
  let phone: DemoDevice
  let tablet: DemoDevice

  private(set) var household: String?
  private var tim = ""
  private var max = ""
  private var round = ""

  init(stage: DemoStage, registrar: DemoDevice, phone: DemoDevice, tablet: DemoDevice) {
    self.stage = stage
    self.registrar = registrar
    self.phone = phone
    self.tablet = tablet
  }

  mutating func play(at time: Timestamp) async throws {
    try await foundHousehold()
    try await addChild()
    try await startRound()
    try await proposeTooGrownUp()
    try await vote()
    try await voteTwice(at: time)
    try await finishVoting()
    try await pickAndWatch()
    try await rate()
    try await lookBack()
  }

  // MARK: The household

  private mutating func foundHousehold() async throws {
    stage.scene("A household is founded, with Tim as its creator")
    let founded = try await stage.send(
      registrar, "founds \"Friday Night Films\" for Tim",
      Request("households.create") { parameters in
        parameters.field("name", "Friday Night Films")
        parameters.key("creator")
        parameters.object { $0.field("display_name", "Tim") }
      })
    let created = try founded.object("household")
    household = try created.string("household_id")
    tim = try created.string("created_by")
    let token = try founded.string("token")
    stage.told("Tim gets a token. The server shows it this once and keeps only a digest.")
    // Both devices are Tim's: a child has no token, its parent acts for it.
    try await phone.client.authenticate(token)
    try await tablet.client.authenticate(token)
    stage.told("Tim's phone and Max's tablet authenticate with it, each on a connection of its own.")
  }

  private mutating func addChild() async throws {
    stage.scene("Tim adds his child Max, a profile without a login")
    let added = try await stage.send(
      phone, "adds Max", Request("members.add_managed") { $0.field("display_name", "Max") })
    max = try added.object("member").string("member_id")
    stage.told("Tim is Max's parent and may act for him. Max's content ceiling is PG, for good.")
  }

  // MARK: Choosing

  private mutating func startRound() async throws {
    stage.scene("Tim starts a round with three movies and opens voting")
    let (tim, max) = (tim, max)
    let started = try await stage.send(
      phone, "starts a round for Tim and Max",
      Request("rounds.start") { parameters in
        parameters.key("attendees")
        parameters.array([tim, max]) { $0.string($1) }
        parameters.key("movies")
        parameters.array(DemoMovie.choice) { $1.write(to: &$0) }
        parameters.field("open_voting", true)
      })
    round = try started.object("round").string("round_id")
    stage.told("Open for votes: \(DemoMovie.choice.map(\.title).joined(separator: ", ")).")
  }

  private mutating func proposeTooGrownUp() async throws {
    stage.scene("Tim proposes a movie that Max may not see")
    let movie = DemoMovie.tooGrownUp
    try await stage.sendRefused(
      phone, "proposes \(movie.title), rated \(movie.contentRating)",
      inRound("rounds.propose") { parameters in
        parameters.key("movie")
        movie.write(to: &parameters)
      }, reason: "over_ceiling")
    stage.told("Refused, as it should be: the lowest ceiling among the attendees counts. Nothing was changed.")
  }

  private mutating func vote() async throws {
    stage.scene("Both vote")
    let opinions = zip(DemoMovie.choice, ["up", "up", "down"])
    _ = try await stage.sendTogether(phone, opinions.map { vote($0, $1) })
    stage.told("Sent together in one pipeline: no vote waits for the answer to the one before.")
    _ = try await stage.sendTogether(
      tablet, [vote(DemoMovie.choice[0], "up", actingAs: max), vote(DemoMovie.choice[1], "down", actingAs: max)])
    stage.told("These count as Max's; the record keeps that Tim sent them.")
  }

  private mutating func voteTwice(at time: Timestamp) async throws {
    stage.scene("A vote is sent twice, as after a lost connection")
    var randomness = SystemRandomNumberGenerator()
    let commandID = Identifier<DemoNight>(version7At: time, using: &randomness)
    let movie = DemoMovie.choice[2]
    let request = inRound("rounds.vote", actingAs: max) { parameters in
      parameters.field("command_id", commandID)
      parameters.field("tmdb_movie_id", movie.tmdbMovieID)
      parameters.field("vote", "up")
    }
    let first = try await stage.send(tablet, "votes up on \(movie.title)", request).integer("position")
    let second = try await stage.send(tablet, "says it again, same command id", request).integer("position")
    guard first == second else { throw CommandFailure("The same command was carried out twice") }
    stage.told("Carried out once: both answers name position \(first).")
  }

  private mutating func finishVoting() async throws {
    stage.scene("Both are done, so voting closes by itself")
    _ = try await stage.send(phone, "is done voting", inRound("rounds.done_voting"))
    _ = try await stage.send(tablet, "is done voting", inRound("rounds.done_voting", actingAs: max))
    let results = try await stage.send(phone, "asks for the results", inRound("rounds.results"))
    for result in try results.array("results") {
      let score = try result.integer("net_score")
      let tied = try result.bool("tied") ? ", tied" : ""
      let title = try result.string("title")
      stage.told("\(try result.integer("rank")). \(title), \(score > 0 ? "+" : "")\(score)\(tied)")
    }
  }

  private mutating func pickAndWatch() async throws {
    stage.scene("Tim, as creator, makes the pick, and they watch it")
    let winner = DemoMovie.choice[0]
    _ = try await stage.send(
      phone, "picks \(winner.title)", inRound("rounds.pick") { $0.field("tmdb_movie_id", winner.tmdbMovieID) })
    let watched = try await stage.send(phone, "marks it watched", inRound("rounds.mark_watched"))
    stage.told("The round is \(try watched.string("status")); everybody may say how it was.")
  }

  private mutating func rate() async throws {
    stage.scene("Both say how it was")
    _ = try await stage.send(phone, "loved it", inRound("rounds.rate") { $0.field("rating", "loved") })
    let last = try await stage.send(
      tablet, "liked it", inRound("rounds.rate", actingAs: max) { $0.field("rating", "liked") })
    stage.told("That was the last rating missing: the round is \(try last.string("status")).")
  }

  // MARK: Looking back

  private mutating func lookBack() async throws {
    stage.scene("What is kept of the night")
    let answers = try await stage.sendTogether(
      phone,
      [
        DemoLine(words: "opens the session", request: inRound("rounds.get")),
        DemoLine(words: "with its ratings", request: inRound("rounds.ratings")),
      ])
    stage.drawn(try SessionCommand.drawing(answers[0], answers[1], stage.canvas, member: nil))
    stage.scene("And in the household's history")
    let list = try await stage.send(phone, "opens the history", Request("sessions.list"))
    let drawing = HistoryDrawing(canvas: stage.canvas)
    var lines = drawing.heading
    for session in try list.array("sessions") { lines += drawing.card(try SessionCard(session)) }
    stage.drawn(lines + drawing.end)
  }

  // MARK: Requests

  private func vote(_ movie: DemoMovie, _ vote: String, actingAs child: String? = nil) -> DemoLine {
    DemoLine(
      words: "votes \(vote) on \(movie.title)",
      request: inRound("rounds.vote", actingAs: child) { parameters in
        parameters.field("tmdb_movie_id", movie.tmdbMovieID)
        parameters.field("vote", vote)
      })
  }

  private func inRound(
    _ method: String, actingAs child: String? = nil, _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> Request {
    Request(method) { writer in
      writer.field("round_id", round)
      parameters(&writer)
      if let child { writer.field("acting_as", child) }
    }
  }
}

/// A movie as it stands in parameters.
struct DemoMovie {
  let tmdbMovieID: Int
  let title: String
  let year: Int
  let contentRating: String
  let genres: [String]

  /// What a father and his child can watch.
  static let choice = [
    DemoMovie(
      tmdbMovieID: 346_648, title: "Paddington 2", year: 2017, contentRating: "PG", genres: ["Family", "Comedy"]),
    DemoMovie(
      tmdbMovieID: 2493, title: "The Princess Bride", year: 1987, contentRating: "PG",
      genres: ["Adventure", "Family"]),
    DemoMovie(
      tmdbMovieID: 8392, title: "My Neighbor Totoro", year: 1988, contentRating: "G",
      genres: ["Fantasy", "Animation"]),
  ]
  static let tooGrownUp = DemoMovie(
    tmdbMovieID: 550, title: "Fight Club", year: 1999, contentRating: "R", genres: ["Drama"])

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("tmdb_movie_id", tmdbMovieID)
      writer.field("title", title)
      writer.field("year", year)
      writer.field("content_rating", contentRating)
      writer.key("genres")
      writer.array(genres) { $0.string($1) }
    }
  }
}
