import MovieNightPrimitives
import Testing

@testable import Server

/// What other members, parents and administrators see of a collection.
@Suite struct SharingTests {
  private let collection: CollectionServer
  private let sarah: Wire
  private let sarahID: String
  private var tim: Wire { collection.tim }

  init() throws {
    collection = try CollectionServer()
    (sarah, sarahID) = try collection.addMember()
    try collection.tim.addTitles(newMovie(1, title: "Visible"), newMovie(2, title: "Xochipilli", #","private":true"#))
  }

  private func list(_ name: String, shared: Bool, _ movies: Int...) throws -> String {
    let id = try tim.result("lists.create", #""name":"\#(name)","shared":\#(shared)"#).string("list_id")
    let titles = movies.map(movieRef).joined(separator: ",")
    try tim.result("lists.add_titles", #""list_id":"\#(id)","titles":[\#(titles)]"#)
    return #""list_id":"\#(id)""#
  }

  @Test func onlySharedListsAreReadByHousehold() throws {
    let shared = try list("Shared", shared: true, 1)
    let own = try list("Xipe list", shared: false, 1, 2)
    try tim.result("titles.mark", #""movies":[1]"#)
    let lists = try sarah.result("lists.list").array("lists")
    #expect(try lists.map { try $0.string("name") } == ["Shared"])
    #expect(try lists.first?.integer("watched_count") == 1, "counts are the owner's")
    let item = try #require(try sarah.result("lists.get", shared).array("items").first)
    #expect(try item.object("owner").bool("watched"))
    #expect(try !item.object("title").bool("watched"), "the title shows the reader's own state")
    #expect(try sarah.refusal("lists.get", own) == "404 unknown_list")
    #expect(try sarah.refusal("lists.update", own + #","name":"Mine""#) == "404 unknown_list")
    #expect(try sarah.refusal("lists.update", shared + #","name":"Mine""#) == "403 cannot_act_as")
  }

  @Test func privateTitleIsNeverOnSharedList() throws {
    let shared = try list("Shared", shared: true, 1)
    #expect(try tim.refusal("lists.add_titles", shared + #","titles":[\#(movieRef(2))]"#) == "422 private_title")
    #expect(try tim.refusal("titles.set", #""titles":[\#(movieRef(1))],"private":true"#) == "422 private_title")
    let own = try list("Own", shared: false, 2)
    #expect(try tim.refusal("lists.update", own + #","shared":true"#) == "422 private_title")
  }

  @Test func noteIsReadByHouseholdOnlyIfSharedOnPublicTitle() throws {
    func add(_ movie: Int, _ text: String, ownerOnly: Bool) throws -> String {
      let note = movieKey(movie) + #","text":"\#(text)","owner_only":\#(ownerOnly)"#
      return #""note_id":"\#(try tim.result("notes.add", note).string("note_id"))""#
    }
    let shared = try add(1, "  Kept as typed\\n", ownerOnly: false)
    let own = try add(1, "Xolotl", ownerOnly: true)
    let hidden = try add(2, "Xolotl", ownerOnly: false)
    try sarah.addTitles(newMovie(1), newMovie(2))
    let notes = try sarah.result("notes.list", movieKey(1)).array("notes")
    #expect(try notes.map { try $0.string("text") } == ["  Kept as typed\n"])
    #expect(try Array(sarah.result("notes.list", movieKey(2)).array("notes")).isEmpty)
    #expect(try Array(tim.result("notes.list").array("notes")).count == 3)
    #expect(try sarah.refusal("notes.edit", shared + #","text":"Mine""#) == "403 not_your_note")
    #expect(try sarah.refusal("notes.remove", own) == "404 unknown_note")
    #expect(try sarah.refusal("notes.edit", hidden + #","text":"Mine""#) == "404 unknown_note")
  }

  /// Sends everything that a member can ask. No answer has a private title, list or note.
  @Test func noAnswerShowsWhatIsPrivate() throws {
    _ = try list("Xipe list", shared: false, 1, 2)
    try tim.result("notes.add", movieKey(1) + #","text":"Xolotl""#)
    let secrets = ["Xochipilli", "Xipe", "Xolotl"]
    for (method, parameters) in [
      ("lists.list", ""), ("titles.list", ""), ("titles.together", ""), ("notes.list", movieKey(1)), ("plays.list", ""),
      ("events.read", #""limit":1000"#), ("titles.next", ""), ("collection.export", #""format":"movienight""#),
    ] {
      let answer = try sarah.call(method, parameters).text
      for secret in secrets { #expect(!answer.contains(secret), "\(method)") }
    }
    let own = try tim.result("events.read", #""types":["TitleAdded"]"#).array("events")
    #expect(own.allSatisfy { $0["data"]?.isNull == false })
    let others = try sarah.result("events.read", #""types":["TitleAdded"]"#).array("events")
    #expect(Array(others).count == 2 && others.allSatisfy { $0["data"]?.isNull == true })
    let administrator = try collection.server.administrator()
    let household = #""household_id":"\#(collection.household.id)""#
    let events = try administrator.result("events.read", household + #","types":["TitleAdded"]"#).array("events")
    #expect(events.allSatisfy { $0["data"]?.isNull == true })
  }

  @Test func onlyMemberAndParentReadCollection() throws {
    let queries = [
      "titles.list", "titles.next", "plays.list", "lists.list", "notes.list", "collection.get",
    ]
    let max = #""member_id":"\#(collection.household.children[0])""#
    try tim.result("titles.add", #""items":[\#(newMovie(3))]"# + collection.asMax)
    #expect(try tim.titleIDs("titles.list", max) == [3])
    #expect(Set(try tim.titleIDs()) == [1, 2])
    let administrator = try collection.server.administrator()
    for method in queries {
      #expect(try tim.call(method, max).code == nil, "\(method)")
      #expect(try sarah.refusal(method, max) == "403 cannot_act_as", "\(method)")
      #expect(try sarah.refusal(method, #""member_id":"\#(randomID())""#) == "404 unknown_member", "\(method)")
      #expect(try administrator.refusal(method, max) == "403 no_member", "\(method)")
    }
    #expect(try sarah.refusal("collection.clear", #""confirm":"DELETE""# + collection.asMax) == "403 cannot_act_as")
    #expect(
      try sarah.refusal("collection.import", #""format":"nights","more":false"# + collection.asMax)
        == "403 cannot_act_as")
  }

  @Test func childsTitlesShowCeiling() throws {
    let movies = [("PG", 3), ("R", 4)].map { rating, id in
      #"{"media_type":"movie","tmdb_id":\#(id),"facts":{"title":"Movie","content_rating":"\#(rating)"}}"#
    }
    try tim.result("titles.add", #""items":[\#(movies.joined(separator: ","))]"# + collection.asMax)
    let member = #","member_id":"\#(collection.household.children[0])""#
    #expect(try !tim.title(movieKey(3), member).bool("exceeds_ceiling"))
    #expect(try tim.title(movieKey(4), member).bool("exceeds_ceiling"))
  }

  @Test func leavingHidesListsAndNotesButAdministratorCanExport() throws {
    try sarah.addTitles(newMovie(7, title: "Left behind"))
    try sarah.result("lists.create", #""name":"Of Sarah","shared":true"#)
    try sarah.result("notes.add", movieKey(7) + #","text":"Of Sarah","owner_only":false"#)
    #expect(try tim.result("lists.list").text.contains("Of Sarah"))
    let administrator = try collection.server.administrator()
    let named = #","household_id":"\#(collection.household.id)","member_id":"\#(sarahID)""#
    #expect(try administrator.refusal("collection.export", #""format":"movienight""# + named) == "403 no_member")
    try sarah.result("members.leave")
    #expect(try !tim.result("lists.list").text.contains("Of Sarah"))
    try tim.addTitles(newMovie(7))
    #expect(try !tim.result("notes.list", movieKey(7)).text.contains("Of Sarah"))
    #expect(try administrator.export(#""format":"movienight""# + named).contains("Left behind"))
    #expect(try tim.call("collection.export", #""format":"movienight","member_id":"\#(sarahID)""#).code != nil)
    try administrator.result("members.erase", #""confirm":"DELETE""# + named)
    #expect(try administrator.call("collection.export", #""format":"movienight""# + named).code == 404)
  }

  @Test func collectionPassesToNextParent() throws {
    let child = try sarah.result("members.add_managed", #""display_name":"Ida""#).object("member").string("member_id")
    try sarah.result("titles.add", #""items":[\#(newMovie(5))],"acting_as":"\#(child)""#)
    #expect(try tim.refusal("titles.list", #""member_id":"\#(child)""#) == "403 cannot_act_as")
    try sarah.result("members.leave")
    #expect(try tim.titleIDs("titles.list", #""member_id":"\#(child)""#) == [5])
    try tim.result("titles.mark", #""movies":[5],"acting_as":"\#(child)""#)
  }
}
