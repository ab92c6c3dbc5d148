import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight lists` and `movienight collection`, except imports, against a scripted server.
@Suite struct ListsCommandTests {
  private typealias Titles = CollectedTitles

  private static let rainyDays = Titles.list(5, "Rainy days", "Tea", isDefault: true, titles: 4, watched: 1)
  private static let classics = Titles.list(6, "Classics", owner: "Cleo", shared: true)

  private func server(_ more: [String: String] = [:]) throws -> FakeServer {
    let lists = #"{"lists":[\#(Self.rainyDays),\#(Self.classics)]}"#
    let results = ["lists.list": lists, "titles.list": Titles.page(Titles.movie(949, "Heat"))]
    return try Titles.server(results.merging(more) { _, new in new })
  }

  @Test func listsAreDrawn() throws {
    let (code, shown) = Titles.run(try server(), ["lists"])
    #expect(code == .success, "\(shown.errors.text)")
    let lines = shown.output.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("Rainy days ") && lines[0].hasSuffix(" 1 of 4 titles watched"))
    #expect(lines[1] == "  Tea · for new titles" && lines[3] == "  shared by Cleo")
  }

  @Test func listIsCreatedWithItsValues() throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["lists", "create", "Rainy days", "--shared", "--description", "Tea"])
    #expect(code == .success && shown.output.text == "Created the list Rainy days.\n")
    #expect(try Titles.last("lists.create", to: server) == #"name="Rainy days" description="Tea" shared=true"#)
  }

  @Test func listIsChangedOnlyAsTyped() throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["lists", "change", "rainy"])
    #expect(code == .usage && shown.errors.text.contains("change needs --name, --shared or another change"))
    #expect(shown.errors.text.contains(#"For example: movienight lists change rainy --name "Long evenings""#))
    #expect(Titles.run(server, ["lists", "change", "rainy", "--name", "Sun", "--unshare"]).code == .success)
    #expect(
      try Titles.last("lists.update", to: server) == #"list_id="\#(Nights.id(5))" name="Sun" shared=false"#)
  }

  @Test(arguments: [
    ("add", "lists.add_titles", "Put Heat (1995) on the list Rainy days.\n"),
    ("take", "lists.remove_titles", "Took Heat (1995) off the list Rainy days.\n"),
  ])
  func titlesOfListAreChanged(_ action: String, _ method: String, _ outcome: String) throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["lists", action, "rainy", "heat"])
    #expect(code == .success && shown.output.text == outcome, "\(shown.errors.text)")
    #expect(
      try Titles.last(method, to: server)
        == #"titles=[{"media_type":"movie","tmdb_id":949}] list_id="\#(Nights.id(5))""#)
  }

  @Test func listIsRemovedByTheBeginningOfItsName() throws {
    let server = try server()
    #expect(Titles.run(server, ["lists", "remove", "class"]).run.output.text == "Removed the list Classics.\n")
    #expect(try Titles.last("lists.remove", to: server) == #"list_id="\#(Nights.id(6))""#)
    let (code, shown) = Titles.run(server, ["lists", "remove", "sunny"])
    #expect(code == .failure && shown.errors.text.contains("There is no list 'sunny'"))
  }

  @Test func listIsShownPageByPage() throws {
    let items = #"""
      {"list":\#(Self.rainyDays),"items":[{"title":\#(Titles.movie(949, "Heat")),"added_at":"2026-02-14T20:00:00Z",\#
      "owner":{"watched":false}}],"next_cursor":null}
      """#
    let server = try server(["lists.get": items])
    let (code, shown) = Titles.run(server, ["lists", "show", "rainy"])
    #expect(code == .success && shown.output.text.hasPrefix("Rainy days\n\nHeat (1995) "), "\(shown.errors.text)")
    #expect(try Titles.last("lists.get", to: server) == #"list_id="\#(Nights.id(5))""#)
  }

  // MARK: The collection

  @Test func collectionIsDrawnInNumbers() throws {
    let overview = #"""
      {"revision":7,"counts":{"movies":1,"series":2,"watched":3,"planned":4,"watching":5,"completed":6,\#
      "paused":7,"dropped":8,"plays":9,"lists":1,"notes":0},\#
      "preferences":{"sort":"title","ascending":true,"image_size":"w500",\#
      "show_watched_in_lists":true,"auto_status":false}}
      """#
    let (code, shown) = Titles.run(try server(["collection.get": overview]), ["collection"])
    #expect(code == .success)
    #expect(
      shown.output.text == """
        1 movie, 2 series
          3 watched, 4 planned, 5 being watched, 6 completed, 7 paused, 8 dropped
          9 plays, 1 list, 0 notes
          sorted by title, ascending; statuses change only by hand

        """)
  }

  @Test func preferencesThatAreNamedAreSent() throws {
    let server = try server()
    #expect(Titles.run(server, ["collection", "set"]).code == .usage)
    let (code, shown) = Titles.run(server, ["collection", "set", "--sort", "title", "--no-auto-status"])
    #expect(code == .success && shown.output.text == "Changed the preferences of your collection.\n")
    #expect(
      try Titles.last("collection.set_preferences", to: server)
        == #"sort="title" ascending=true auto_status=false"#)
  }

  @Test func clearingNeedsConfirmation() throws {
    let server = try server(["collection.clear": Titles.changed(#""removed":3"#)])
    #expect(Titles.run(server, ["collection", "clear"]).code == .usage)
    #expect(try Titles.sent("collection.clear", to: server).isEmpty)
    let (_, shown) = Titles.run(server, ["collection", "clear", "--confirm", "DELETE"])
    #expect(shown.output.text == "Removed 3 titles from your collection.\n")
  }

  @Test func pagesOfExportAreJoined() throws {
    let server = try FakeServer.answering { request in
      guard request.method == "collection.export" else { return Evening.answer(request, Evening.active()) }
      return request.parameters?["cursor"] == nil
        ? request.result(#"{"content_type":"text/csv","text":"a,\n","next_cursor":"c"}"#)
        : request.result(#"{"content_type":"text/csv","text":"b\n","next_cursor":null}"#)
    }
    let (code, shown) = Titles.run(server, ["collection", "export", "--format", "letterboxd", "--include-notes"])
    #expect(code == .success && shown.output.text == "a,\nb\n", "\(shown.errors.text)")
    #expect(
      try Titles.last("collection.export", to: server) == #"format="letterboxd" include_notes=true cursor="c""#)
  }

  @Test func exportOfChangingCollectionIsRefusedWithAdvice() throws {
    let server = try FakeServer.answering { request in
      request.method == "collection.export"
        ? request.refusal(409, "wrong_revision") : Evening.answer(request, Evening.active())
    }
    let (code, shown) = Titles.run(server, ["collection", "export"])
    #expect(code == .failure && shown.output.text.isEmpty)
    #expect(shown.errors.text == "error: The collection changed during the export\n  Export it again.\n")
  }
}
