import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server

/// Imports and exports over a connection.
@Suite struct CollectionImportTests {
  private let collection: CollectionServer
  private var tim: Wire { collection.tim }

  init() throws { collection = try CollectionServer() }

  private static let diary = """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
    2024-01-02,Visible,1999,https://boxd.it/a1,4.5,,,2024-01-01
    2024-02-03,"Second, the",2001,https://boxd.it/a2,,,,2024-02-02
    2024-03-04,Missing,1950,https://boxd.it/a3,3,,,2024-03-03

    """
  private static let resolutions =
    #","resolutions":["#
    + #"{"name":"Visible","year":1999,"media_type":"movie","tmdb_id":1},"#
    + #"{"name":"Second, the","year":2001,"media_type":"movie","tmdb_id":2}]"#

  @Test func diaryBecomesPlaysAndReportNamesUnresolvedLines() throws {
    let report = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
    #expect(try report.integer("lines") == 3 && report.integer("titles_added") == 2)
    #expect(try report.integer("plays_added") == 2 && report.integer("ratings_set") == 1)
    let missing = try #require(try report.array("unresolved").first)
    #expect(try report.integer("unresolved_count") == 1)
    #expect(try missing.string("name") == "Missing" && missing.integer("line") == 4)
    #expect(try missing.string("reason") == "no_catalog")
    let title = try tim.title(movieKey(1))
    #expect(try title.string("watched_date") == "2024-01-01" && title.integer("rating10") == 9)
    #expect(try title.string("status") == "completed")
  }

  @Test func idInTheFileCountsMoreThanAResolutionOfItsName() throws {
    let movie = #"{"title":"Visible","year":1999,"ids":{"tmdb":77}}"#
    let data = #"[{"type":"movie","listed_at":"2024-05-06T07:08:09.000Z","movie":\#(movie)}]"#
    let report = try tim.importFile("trakt", "watchlist.json", data, Self.resolutions)
    #expect(try report.integer("titles_added") == 1, "\(report.text)")
    #expect(try tim.title(movieKey(77)).object("facts").string("title") == "Visible")
  }

  @Test func secondImportChangesNothing() throws {
    _ = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
    let events = try tim.result("events.read", #""limit":1000"#).text
    let again = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
    #expect(try again.integer("unchanged") == 2 && again.integer("plays_added") == 0)
    #expect(try tim.result("events.read", #""limit":1000"#).text == events)
  }

  @Test func dryRunReportsTheSameAndRecordsNothing() throws {
    let events = try tim.result("events.read", #""limit":1000"#).text
    let dry = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions + #","dry_run":true"#)
    #expect(try tim.result("events.read", #""limit":1000"#).text == events)
    let real = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
    #expect(dry.text == real.text.replacing(#""dry_run":false"#, with: #""dry_run":true"#))
  }

  @Test func piecesCutAnywhereGiveOneReport() throws {
    let whole = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
    for cut in [1, 40, 70, 130, 131, 200] {
      let other = try CollectionServer()
      let first = try other.tim.importPiece(
        "letterboxd", "diary.csv", String(Self.diary.prefix(cut)), more: true, Self.resolutions)
      let id = try first.string("import_id")
      let last = try other.tim.importPiece(
        "letterboxd", "diary.csv", String(Self.diary.dropFirst(cut)), more: false, #","import_id":"\#(id)""#)
      #expect(last["import_id"]?.isNull == true)
      #expect(try last.object("report").text == whole.text, "cut at \(cut)")
    }
  }

  @Test func importBelongsToMemberAndConnection() throws {
    let first = try collection.server.wire(token: collection.household.token)
    let id = try first.importPiece("letterboxd", "watched.csv", "Name,Year\n", more: true).string("import_id")
    let another = #""format":"letterboxd","file":"watched.csv","data":"","more":true"#
    #expect(try collection.tim.refusal("collection.import", another) == "429 too_many_imports")
    let same = #""format":"letterboxd","more":false,"import_id":"\#(id)""#
    #expect(try collection.tim.refusal("collection.import", same) == "404 unknown_import")
    #expect(try first.refusal("collection.import", same.replacing(id, with: randomID())) == "404 unknown_import")
    try first.result("collection.import", same)
    #expect(try first.refusal("collection.import", same) == "404 unknown_import", "it is complete")
  }

  @Test func importEndsWithItsConnection() throws {
    var first: Wire? = try collection.server.wire(token: collection.household.token)
    _ = try first?.importPiece("letterboxd", "watched.csv", "Name,Year\n", more: true)
    first = nil
    try eventually("the import to end") {
      try collection.tim.call("collection.import", #""format":"letterboxd","file":"watched.csv","more":false"#).code
        == nil
    }
  }

  @Test func importEndsAfterAMinuteWithoutAPiece() throws {
    let id = try tim.importPiece("letterboxd", "watched.csv", "Name,Year\n", more: true).string("import_id")
    collection.server.time.advance(seconds: 61)
    let next = #""format":"letterboxd","more":false,"import_id":"\#(id)""#
    #expect(try tim.refusal("collection.import", next) == "404 unknown_import")
    _ = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
  }

  @Test func damagedFileIsRefusedWithItsLine() throws {
    let data = #""format":"letterboxd","file":"diary.csv","more":false,"data":"#
    let answer = try tim.call("collection.import", data + #""Name,Watched Date\n\"open,2024-01-01\n""#)
    #expect(answer.code == 422 && answer.reason == "bad_csv", "\(answer.text)")
    #expect(try answer.error?.object("data").string("file") == "diary.csv")
    #expect(try tim.refusal("collection.import", data + #""A,B\n1,2\n""#) == "422 unknown_columns")
    // The refused import has ended, so that the next one begins.
    _ = try tim.importFile("letterboxd", "diary.csv", Self.diary, Self.resolutions)
  }

  @Test(arguments: StoreKind.durable)
  func killedImportIsCompletedByRepetition(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
    let rows = (1...150).map { "2024-01-02,Film \($0),1999,https://boxd.it/\($0),4,,,2024-01-01\n" }
    let resolutions = (1...150).map {
      #"{"name":"Film \#($0)","year":1999,"media_type":"movie","tmdb_id":\#($0)}"#
    }
    let given = #","resolutions":[\#(resolutions.joined(separator: ","))]"#
    let killed = try ServerProcess(store, in: folder)
    let household = try killed.createHousehold()
    let wire = try killed.wire(token: household.token)
    let first = header + rows[..<75].joined()
    _ = try wire.importPiece("letterboxd", "diary.csv", first, more: true, given)
    try killed.kill()

    let server = try ServerProcess(store, in: folder)
    let again = try server.wire(token: household.token)
    let report = try again.importFile("letterboxd", "diary.csv", header + rows.joined(), given)
    #expect(try report.integer("titles_added") == 75 && report.integer("unchanged") == 75)
    let counts = try again.result("collection.get").object("counts")
    #expect(try counts.integer("movies") == 150 && counts.integer("plays") == 150)
    #expect(try server.terminate() == 0)
    #expect(try Run("verify", "--store", "\(store)", in: folder).code == 0)
  }

  @Test func exportComesBackTheSame() throws {
    let (sarah, _) = try collection.addMember()
    try tim.addTitles(newMovie(1, title: "=1+1, \\\"quoted\\\""), newSeries(2), newMovie(3))
    try tim.result("titles.mark", #""movies":[1],"watched_at":"2026-02-10""#)
    try tim.result("titles.mark", #""movies":[1],"watched_at":"2026-02-11T20:00:00Z","again":true"#)
    try tim.result("titles.set", #""titles":[\#(movieRef(3))],"rating10":7,"favourite":true,"private":true"#)
    try tim.result("episodes.mark", #""tmdb_id":2,"season_number":1,"watched_at":"2026-02-12""#)
    // Statuses by hand, beside plays that would say otherwise.
    try tim.addTitles(newMovie(4), newSeries(5), newSeries(6, ended: false))
    try tim.result("titles.mark", #""movies":[4],"watched_at":"2026-02-10""#)
    try tim.result("titles.set", #""titles":[\#(movieRef(4))],"status":"planned""#)
    for series in [5, 6] {
      try tim.result("episodes.mark", #""tmdb_id":\#(series),"watched_at":"2026-02-12""#)
      let ref = #"{"media_type":"tv","tmdb_id":\#(series)}"#
      try tim.result("titles.set", #""titles":[\#(ref)],"status":"\#(series == 5 ? "dropped" : "completed")""#)
    }
    let list = try tim.result("lists.create", ##""name":"Both","color":"#3366CC""##).string("list_id")
    let titles = #"{"media_type":"tv","tmdb_id":2},\#(movieRef(1))"#
    try tim.result("lists.add_titles", #""list_id":"\#(list)","titles":[\#(titles)]"#)
    for text in ["A note", "Another", "Again"] {
      try tim.result("notes.add", movieKey(1) + #","text":"\#(text)","owner_only":false"#)
    }
    let wanted = #""format":"movienight","include_notes":true"#
    let exported = try tim.export(wanted)
    _ = try sarah.importFile("movienight", "backup.json", exported)
    let returned = try sarah.export(wanted)
    #expect(try Self.comparable(returned) == Self.comparable(exported))
    #expect(try !tim.export().contains("A note"), "notes only if asked for")
    let csv = try tim.export(#""format":"letterboxd""#)
    #expect(csv.hasPrefix("tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Review\r\n"))
    #expect(csv.contains(#""=1+1, ""quoted""""#))
  }

  /// Returns the document without the ids and times that an import may change.
  static func comparable(_ text: String) throws -> String {
    let id = #/"(id|memberId|exportDate|dateModified|roundId)":("[^"]*"|null)/#
    _ = try JSONDocument(text)
    let uuid = #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#
    return text.replacing(id) { #""\#($0.1)":"…""# }.replacing(uuid, with: "…")
  }

  @Test func exportOfChangedCollectionIsRefused() throws {
    let overview = String(repeating: "A long story. ", count: 200)
    let items = (1...300).map {
      #"{"media_type":"movie","tmdb_id":\#($0),"facts":{"title":"Movie \#($0)","overview":"\#(overview)"}}"#
    }
    for start in stride(from: 0, to: 300, by: 100) {
      try tim.result("titles.add", #""items":[\#(items[start..<start + 100].joined(separator: ","))]"#)
    }
    let page = try tim.result("collection.export", #""format":"movienight""#)
    #expect(try page.string("text").utf8.count <= 512 << 10)
    let next = #""format":"movienight","cursor":"\#(try page.string("next_cursor"))""#
    #expect(try tim.call("collection.export", next).code == nil)
    try tim.result("titles.remove", #""titles":[\#(movieRef(1))]"#)
    #expect(try tim.refusal("collection.export", next) == "409 wrong_revision")
  }
}
