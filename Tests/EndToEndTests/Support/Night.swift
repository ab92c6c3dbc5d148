import MovieNightPrimitives

/// A command that was sent, with its result.
struct SentCommand: Sendable {
  /// The client that sent a command. The newcomer leaves during the night and then cannot resend a command.
  enum Sender: Sendable { case administrator, creator, newcomer }

  let sender: Sender
  let method: String
  let parameters: String
  let result: String

  /// The expected result of resending the command.
  var repeatedResult: String { result.secretsReplacedByNull }
}

extension String {
  /// This JSON text of a command's result with null in place of the secrets, as for a resent command.
  var secretsReplacedByNull: String {
    var result = self
    for name in ["token", "invite_token"] {
      guard let start = result.range(of: #""\#(name)":""#) else { continue }
      let end = result[start.upperBound...].firstIndex(of: "\"") ?? result.endIndex
      result = result.replacingCharacters(in: start.lowerBound...end, with: #""\#(name)":null"#)
    }
    return result
  }
}

/// Returns a movie as a JSON parameter, with all facts that a client can send.
func movie(_ id: Int, title: String? = nil, rating: String = "PG") -> String {
  let title = title ?? "Movie \(id)"
  return #"{"tmdb_movie_id":\#(id),"title":"\#(title)","year":1999,"poster_path":"/\#(id).jpg","#
    + #""content_rating":"\#(rating)","genres":["Drama"],"genre_ids":[18],"runtime":100,"popularity":\#(id).5}"#
}

func randomID() -> String {
  Identifier<Never>(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)).description
}

/// Movie nights in which most commands of the protocol succeed at least once. `ExamplePlayer` resends the others, too.
struct Night {
  private let administrator: Wire
  private var creator: Wire?
  private var newcomer: Wire?
  private(set) var sent: [SentCommand] = []
  private(set) var household = ""
  private(set) var token = ""
  /// A round that was played to its end, and one that was discarded.
  private(set) var rounds: [String] = []

  init(administrator: Wire) {
    self.administrator = administrator
  }

  mutating func play(on server: some ServerUnderTest) throws {
    let founded = try send(
      .administrator, "households.create", #""name":"Films","creator":{"display_name":"Tim"}"#)
    token = try founded.string("token")
    household = try founded.object("household").string("household_id")
    let tim = try founded.object("household").string("created_by")
    let creator = try server.wire(token: token)
    self.creator = creator
    let max = try send(.creator, "members.add_managed", #""display_name":"Max","avatar_key":"avatar_cat""#)
      .object("member").string("member_id")
    let mia = try send(.creator, "members.add_managed", #""display_name":"Mia""#).object("member").string("member_id")
    let phone = try send(.creator, "tokens.issue", #""label":"Phone""#).string("token_id")
    try send(.creator, "tokens.revoke", #""token_id":"\#(phone)""#)
    try send(
      .administrator, "tokens.issue", #""label":"Tablet","member_id":"\#(tim)","household_id":"\#(household)""#)
    try playThrough(tim: tim, max: max, mia: mia)
    try keepLists(max: max)
    try keepCollection()
    try keepGuide()
    let second = try send(.creator, "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"allow_watched":true"#)
    rounds.append(try second.object("round").string("round_id"))
    try send(.creator, "rounds.discard", #""round_id":"\#(rounds[1])""#)
    try changeHousehold(on: server, creator, max: max)
  }

  // The updates keep all names, because the results of resent commands show the current names.
  private mutating func changeHousehold(on server: some ServerUnderTest, _ creator: Wire, max: String) throws {
    try send(
      .creator, "households.update", #""name":"Films","streaming_services":["Netflix"],"settings":{"rating_days":7}"#)
    try send(.creator, "members.update", #""member_id":"\#(max)","display_name":"Max""#)
    try send(.creator, "preferences.set", #""genre_likes":[18,35],"genre_dislikes":[27],"max_content_rating":"R""#)
    let invite = try send(.creator, "invites.create", "")
    let joined = try send(
      .administrator, "invites.accept",
      #""invite_token":"\#(invite.string("invite_token"))","display_name":"Ann","avatar_key":"avatar_owl""#)
    newcomer = try server.wire(token: joined.string("token"))
    try send(.newcomer, "members.leave", "")
    try send(.creator, "invites.revoke", #""invite_id":"\#(invite.string("invite_id"))""#)
    let leo = try send(.creator, "members.add_managed", #""display_name":"Leo""#).object("member").string("member_id")
    try send(.creator, "members.remove", #""member_id":"\#(leo)""#)
    let zoe = try creator.result("members.add_managed", #""display_name":"Zoe""#).object("member").string("member_id")
    try send(.creator, "members.erase", #""member_id":"\#(zoe)","confirm":"DELETE""#)
  }

  private mutating func playThrough(tim: String, max: String, mia: String) throws {
    let started = try send(
      .creator, "rounds.start",
      #""attendees":["\#(tim)","\#(max)"],"movies":[\#(movie(1)),\#(movie(2))],"include_watchlist":false"#)
    let id = try started.object("round").string("round_id")
    rounds.append(id)
    let round = #""round_id":"\#(id)""#
    let asMax = #","acting_as":"\#(max)""#
    try send(.creator, "rounds.suggest", round + #","movies":[\#(movie(3))]"#)
    try send(.creator, "rounds.unsuggest", round + #","tmdb_movie_id":3"#)
    try send(.creator, "rounds.set_attendees", round + #","attendees":["\#(tim)","\#(max)","\#(mia)"]"#)
    try send(.creator, "rounds.override_ceiling", round + #","max_content_rating":"R""#)
    try send(.creator, "rounds.open_voting", round)
    try send(.creator, "rounds.propose", round + #","movie":\#(movie(4, rating: "R"))"# + asMax)
    try send(.creator, "rounds.propose", round + #","movie":\#(movie(5))"#)
    try send(.creator, "rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#)
    try send(.creator, "rounds.vote", round + #","tmdb_movie_id":1,"vote":"down""# + asMax)
    try send(.creator, "rounds.vote", round + #","tmdb_movie_id":1,"vote":"down""# + asMax)
    try send(.creator, "rounds.vote", round + #","tmdb_movie_id":5,"vote":"up""#)
    try send(.creator, "rounds.vote", round + #","tmdb_movie_id":5,"vote":null"#)
    try send(.creator, "rounds.withdraw", round + #","tmdb_movie_id":5"#)
    try send(.creator, "rounds.done_voting", round)
    try send(.creator, "rounds.close_voting", round)
    try send(.creator, "rounds.pick", round + #","tmdb_movie_id":1"#)
    try send(.creator, "rounds.rate", round + #","rating":"loved""#)
    try send(.creator, "rounds.mark_watched", round)
    try send(.creator, "rounds.rate", round + #","rating":"did_not_like""# + asMax)
    try send(.creator, "rounds.close_ratings", round)
  }

  /// Adds and removes movies on both lists, and leaves at least one movie on each.
  private mutating func keepLists(max: String) throws {
    let asMax = #","acting_as":"\#(max)""#
    for id in 20...22 { try send(.creator, "watchlist.add", #""movie":\#(movie(id))"# + (id == 20 ? asMax : "")) }
    try send(.creator, "watchlist.remove", #""tmdb_movie_id":21"#)
    try send(.creator, "watched.mark", #""movie":\#(movie(22))"#)
    try send(.creator, "watched.unmark", #""tmdb_movie_id":22"#)
    try send(.creator, "watched.mark", #""movie":\#(movie(23))"# + asMax)
  }

  /// Leaves at least one row in every read model of collections.
  private mutating func keepCollection() throws {
    let list = try send(.creator, "lists.create", #""name":"Rainy days","description":"Long","shared":true"#)
      .string("list_id")
    try send(.creator, "titles.add", #""items":[\#(newMovie(31)),\#(newSeries(32)),\#(newMovie(33))]"#)
    try send(.creator, "titles.mark", #""movies":[31],"watched_at":"2026-02-10""#)
    try send(.creator, "episodes.mark", #""tmdb_id":32,"season_number":1,"watched_at":"2026-02-11""#)
    try send(.creator, "lists.add_titles", #""list_id":"\#(list)","titles":[\#(movieRef(31)),\#(movieRef(33))]"#)
    let note = try send(.creator, "notes.add", movieKey(31) + #","text":"Better than I remembered""#).string("note_id")
    try send(.creator, "notes.edit", #""note_id":"\#(note)","text":"Good","owner_only":false"#)
    try send(.creator, "titles.remove", #""titles":[\#(movieRef(33))]"#)
  }

  /// Leaves a row in every read model of the guide.
  private mutating func keepGuide() throws {
    try send(.creator, "titles.add", #""items":[\#(newSeries(34))]"#)
    try send(.creator, "guide.set_show", #""tmdb_id":34,"buffer_days":7,"hidden":true"#)
    try send(.creator, "reminders.set", #""tmdb_id":34,"premieres_only":true"#)
    try send(.creator, "reminders.set", #""tmdb_id":34,"premieres_only":true"#)
    let reminder = try send(.creator, "reminders.set", #""tmdb_id":34,"season_number":1,"episode_number":2"#)
    try send(.creator, "reminders.remove", #""reminder_id":"\#(reminder.string("reminder_id"))""#)
  }

  @discardableResult
  private mutating func send(_ sender: SentCommand.Sender, _ method: String, _ parameters: String) throws -> JSONValue {
    let parameters = #""command_id":"\#(randomID())""# + (parameters.isEmpty ? "" : "," + parameters)
    let wire =
      switch sender {
      case .administrator: administrator
      case .creator: creator ?? administrator
      case .newcomer: newcomer ?? administrator
      }
    let result = try wire.result(method, parameters)
    sent.append(SentCommand(sender: sender, method: method, parameters: parameters, result: result.text))
    return result
  }
}

extension Wire {
  /// Starts a round with open voting, and returns the parameter that names it.
  func startRound(_ more: String = "") throws -> String {
    let started = try result(
      "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true,"allow_watched":true"# + more)
    return #""round_id":"\#(try started.object("round").string("round_id"))""#
  }
}
