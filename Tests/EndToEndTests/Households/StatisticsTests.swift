import MovieNightPrimitives
import Testing

/// The statistics of a household's movie nights (`households.statistics`). The tests begin in February 2026.
@Suite struct StatisticsTests {
  /// The numbers that an answer shows, each member's in the order proposed, picked, loved, liked, did not like.
  fileprivate struct Numbers: Equatable {
    var year = 2026
    var nights = 0
    var moviesWatched = 0
    /// The months with nights.
    var months: [Int: Int] = [:]
    var members: [String: [Int]]
  }

  private static let nothing = [0, 0, 0, 0, 0]

  @Test(arguments: StoreKind.allCases)
  func nightsProposalsAndRatingsAreCounted(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: ["Max"])
    let asMax = household.actingAs(household.children[0])
    let tim = try server.wire(token: household.token)
    let round = try tim.startRound()
    try tim.result("rounds.propose", round + #","movie":\#(movie(7))"# + asMax)
    for id in [8, 9] { try tim.result("rounds.propose", round + #","movie":\#(movie(id))"#) }
    try tim.result("rounds.withdraw", round + #","tmdb_movie_id":9"#)
    try tim.result("rounds.pick", round + #","tmdb_movie_id":7"#)
    try tim.result("rounds.rate", round + #","rating":"liked""#)
    #expect(try Numbers(tim) == Numbers(members: ["Tim": Self.nothing, "Max": Self.nothing]), "not watched yet")

    try tim.result("rounds.mark_watched", round)
    try tim.result("rounds.rate", round + #","rating":"loved""#)
    try tim.result("rounds.rate", round + #","rating":"did_not_like""# + asMax)
    for id in [7, 20, 21] { _ = try tim.call("watched.mark", #""movie":\#(movie(id))"#) }
    try tim.result("watched.unmark", #""tmdb_movie_id":21"#)
    let discarded = try tim.startRound()
    try tim.result("rounds.propose", discarded + #","movie":\#(movie(10))"#)
    try tim.result("rounds.discard", discarded)
    let expected = Numbers(
      nights: 1, moviesWatched: 2, months: [2: 1], members: ["Tim": [1, 0, 1, 0, 0], "Max": [1, 1, 0, 0, 1]])
    #expect(try Numbers(tim) == expected)
    #expect(
      try Numbers(tim, #""year":2025"#) == Numbers(year: 2025, members: ["Tim": Self.nothing, "Max": Self.nothing]))

    let administrator = try server.administrator()
    try administrator.result("projections.rebuild")
    #expect(try Numbers(administrator, #""household_id":"\#(household.id)""#) == expected)
    guard kind != .memory else { return }
    try server.restart()
    #expect(try Numbers(server.wire(token: household.token)) == expected)
  }

  @Test func ratingAfterNewYearCountsForYearOfNight() throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: ["Max"])
    let tim = try server.wire(token: household.token)
    // From 20:00 on February 14th to 22:00 on December 31st.
    server.time.advance(hours: 320 * 24 + 2)
    let round = try tim.startRound()
    try tim.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    try tim.result("rounds.mark_watched", round)
    var expected = Numbers(
      nights: 1, moviesWatched: 1, months: [12: 1], members: ["Tim": Self.nothing, "Max": Self.nothing])
    #expect(try Numbers(tim) == expected)
    server.time.advance(hours: 3)
    #expect(try Numbers(tim).year == 2027 && Numbers(tim).nights == 0, "the answer for the last year is not repeated")
    try tim.result("rounds.rate", round + #","rating":"loved""#)
    expected.members["Tim"] = [0, 0, 1, 0, 0]
    #expect(try Numbers(tim, #""year":2026"#) == expected)
  }

  /// Former members are shown with their numbers, and without a name once they are erased.
  @Test func formerMemberIsListedInYearsWithNumbers() throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: [])
    let tim = try server.wire(token: household.token)
    let ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Ann")
    let annsPhone = try server.wire(token: ann.token)
    let round = try tim.startRound()
    try annsPhone.result("rounds.propose", round + #","movie":\#(movie(7))"#)
    try tim.result("rounds.pick", round + #","tmdb_movie_id":7"#)
    try tim.result("rounds.mark_watched", round)
    try annsPhone.result("rounds.rate", round + #","rating":"liked""#)
    try annsPhone.result("members.leave")
    #expect(try Numbers(tim).members == ["Tim": Self.nothing, "Ann": [1, 1, 0, 1, 0]])
    #expect(try Numbers(tim, #""year":2025"#).members == ["Tim": Self.nothing])
    try server.administrator().result(
      "members.erase", #""member_id":"\#(ann.id)","confirm":"DELETE","household_id":"\#(household.id)""#)
    #expect(try Numbers(tim).members == ["Tim": Self.nothing, "[Deleted member]": [1, 1, 0, 1, 0]])
  }

  @Test(arguments: ["1999", "2101", "2026.0", #""2026""#, "-1"]) func impossibleYearIsRefused(_ year: String) throws {
    let server = try LocalServer()
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    let answer = try tim.call("households.statistics", #""year":\#(year)"#)
    #expect(answer.code == -32602 && answer.text.contains("must be a whole number from 2000 to 2100"), "\(answer.text)")
    for year in [2000, 2100] { #expect(try Numbers(tim, #""year":\#(year)"#).year == year) }
  }
}

extension StatisticsTests.Numbers {
  /// Asks for the statistics.
  fileprivate init(_ wire: Wire, _ parameters: String = "") throws {
    let result = try wire.result("households.statistics", parameters)
    self.init(
      year: try result.integer("year"), nights: try result.integer("nights"),
      moviesWatched: try result.integer("movies_watched"), members: [:])
    for (index, month) in try result.array("months").enumerated() {
      #expect(try month.integer("month") == index + 1)
      let count = try month.integer("nights")
      if count > 0 { months[index + 1] = count }
    }
    let keys: [StaticString] = ["proposed", "picked", "loved", "liked", "did_not_like"]
    for member in try result.array("members") {
      members[try member.string("display_name")] = try keys.map { try member.integer($0) }
    }
  }
}
