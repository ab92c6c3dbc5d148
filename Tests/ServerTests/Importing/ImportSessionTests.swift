import Domain
import EventStore
import MovieNightPrimitives
import ProtocolSchema
import Testing

@testable import Server
@testable import Transport

@Suite struct ImportSessionTests {
  private let clock = Locked(Timestamp(microseconds: 1_700_000_000_000_000))
  private let household = HouseholdID(high: 1, low: 1)
  private let connection = ConnectionID(index: 1, generation: 0)

  private var sessions: ImportSessions {
    ImportSessions { [clock] in clock.withLock { $0 } }
  }

  private func owner(_ number: UInt64) -> CollectionOwner {
    CollectionOwner(
      household: household, reader: MemberID(high: 2, low: number), member: MemberID(high: 2, low: number))
  }

  private func id(_ number: UInt64) -> ImportID { ImportID(high: 3, low: number) }

  private func begin(
    _ sessions: ImportSessions, _ number: UInt64, on connection: ConnectionID? = nil,
    _ format: ImportFormat = .letterboxd
  ) throws(Refusal) -> ImportSession {
    try sessions.begin(
      id(number), by: owner(number), on: connection ?? self.connection, format, isDryRun: true)
  }

  private func wait(seconds: Int64) { clock.withLock { $0 = $0.advanced(bySeconds: seconds) } }

  // MARK: Sessions

  @Test func memberHasOneImportAndAServerTwo() throws {
    let sessions = sessions
    let other = ConnectionID(index: 2, generation: 0)
    _ = try begin(sessions, 1)
    #expect(throws: Refusal.tooManyImports) { try begin(sessions, 1, on: other) }
    _ = try begin(sessions, 2)
    #expect(throws: Refusal.tooManyImports) { try begin(sessions, 3) }
    sessions.end(id(1))
    _ = try begin(sessions, 3)
    // An import that its connection begins again replaces the earlier one.
    _ = try begin(sessions, 3)
  }

  @Test func importEndsWithItsConnectionOrAfterAMinuteWithoutAPiece() throws {
    let sessions = sessions
    _ = try begin(sessions, 1)
    wait(seconds: 60)
    #expect(try sessions.session(id(1), by: owner(1), on: connection).id == id(1))
    wait(seconds: 1)
    #expect(throws: Refusal.unknownImport) { try sessions.session(id(1), by: owner(1), on: connection) }
    let session = try begin(sessions, 1)
    try session.beginPiece()
    wait(seconds: 600)
    #expect(try sessions.session(id(1), by: owner(1), on: connection) === session)
    #expect(throws: Refusal.tooManyImports) { try session.beginPiece() }
    session.endPiece(at: clock.withLock { $0 })
    #expect(throws: Refusal.unknownImport) { try sessions.session(id(1), by: owner(2), on: connection) }
    sessions.connectionClosed(connection) { _ in true }
    #expect(throws: Refusal.unknownImport) { try sessions.session(id(1), by: owner(1), on: connection) }
  }

  @Test func sessionOfClosedConnectionIsFreedByTheJob() throws {
    let sessions = sessions
    let jobs = Locked<[@Sendable () -> Void]>([])
    weak var session: ImportSession?
    session = try begin(sessions, 1)
    sessions.connectionClosed(ConnectionID(index: 2, generation: 0)) { _ in
      Issue.record("an import of another connection is ended")
      return true
    }
    sessions.connectionClosed(connection) { job in
      jobs.withLock { $0.append(job) }
      return true
    }
    let isKept = session != nil
    for job in jobs.withLock({ $0 }) { job() }
    let isFreed = session == nil
    #expect(isKept && isFreed)
  }

  // MARK: Pieces

  private func session(_ format: ImportFormat = .letterboxd) throws -> ImportSession { try begin(sessions, 1, format) }

  /// Returns the piece of a request, which is recorded.
  private func take(_ session: ImportSession, _ sent: SentPiece, nights: [ImportRecord] = []) throws(Refusal)
    -> ImportPiece
  {
    let piece = try session.take(sent, nights: nights)
    _ = session.settle(piece, ResolvedPiece())
    return piece
  }

  private func names(_ piece: ImportPiece) -> [String?] { piece.records.map(\.title.name) }

  @Test func filesFollowEachOtherAndTheLastPieceEndsThem() throws {
    let session = try session()
    let first = try take(session, SentPiece(file: "watched.csv", data: "Name,Year\nStar Wars,1977\nMem", more: true))
    #expect(names(first) == ["Star Wars"] && !first.isLast && first.number == 1)
    let second = try take(session, SentPiece(data: "ento,2000", more: true))
    #expect(names(second) == [] && second.number == 2)
    let third = try take(session, SentPiece(file: "profile.csv", data: "x", more: true))
    #expect(names(third) == ["Memento"] && third.records.map(\.file) == ["watched.csv"])
    let last = try take(session, SentPiece(file: "diary.csv", data: "Name,Watched Date\nHero,never\n"))
    #expect(last.isLast && names(last) == [])
    let report = session.settle(last, ResolvedPiece())
    #expect(report.lines == 3 && report.ignored.map(\.file) == ["profile.csv"])
    #expect(report.unresolved.map(\.line) == [2] && report.unresolved.map(\.reason) == [.badValue])
    #expect(throws: Refusal.badParameters) { try take(session, SentPiece(data: "more")) }
  }

  @Test func resentPieceIsNotParsedAgain() throws {
    let session = try session()
    let sent = SentPiece(
      file: "watched.csv", data: "Name,Year\nStar Wars,1977\n", more: true, command: CommandID(high: 4, low: 1))
    let first = try take(session, sent)
    let again = try take(session, sent)
    #expect(again.number == first.number && again.records == first.records)
    #expect(session.settle(again, ResolvedPiece()).lines == 1)
  }

  @Test func pieceHasAtMost200RecordsAndOthersWait() throws {
    let ids = (1...250).map { "\"t\($0)\"" }
    let titles = (1...150).map { #"{"id":"t\#($0)","tmdbId":\#($0),"mediaType":"movie","title":"Night"}"# }
    let session = try session(.movienight)
    let lists = #"{"lists":[{"id":"l","name":"L","titleIds":[\#(ids.joined(separator: ","))]}],"titles":["#
    let first = try take(session, SentPiece(data: lists + titles.joined(separator: ","), more: true))
    #expect(first.lists.map(\.name) == ["L"] && first.records.count == 149)
    // The rest: a title, and 250 titles of the list, of which 100 are unknown.
    let second = try take(session, SentPiece(data: "]}"))
    #expect(second.records.count == 151 && second.isLast)
    #expect(second.lists.isEmpty)
    #expect(session.settle(second, ResolvedPiece()).unresolvedCount == 100)
  }

  @Test func whatWaitsIsDecidedByFurtherPiecesWithoutData() throws {
    let rows = (1...150).map { "Night \($0)\n" }.joined()
    let session = try session()
    #expect(throws: Refusal.badParameters) {
      try take(session, SentPiece(file: "watched.csv", data: "Name\n" + rows + rows, more: true))
    }
    let nights = (1...201).map { ImportRecord(line: 1, title: SourceTitle(name: "Night \($0)")) }
    let other = try begin(sessions, 2, .nights)
    #expect(try take(other, SentPiece(), nights: nights).records.count == 200)
    let last = try take(other, SentPiece())
    #expect(names(last) == ["Night 201"] && last.isLast)
  }

  @Test func pieceThatWasNotRecordedEndsTheImport() throws {
    let session = try session()
    let sent = SentPiece(file: "watched.csv", data: "Name\nHero\n", more: true, command: CommandID(high: 4, low: 1))
    let first = try session.take(sent)
    #expect(throws: Refusal.unknownImport) { try session.take(SentPiece(data: "Memento\n", more: true)) }
    #expect(try session.take(sent).records == first.records, "the same request can be sent again")
  }

  @Test func onlyTheLastReportHasLists() throws {
    let session = try session()
    let first = try session.take(SentPiece(file: "diary.csv", data: "Name,Watched Date\nHero,never\n", more: true))
    let report = session.settle(first, ResolvedPiece())
    #expect(report.lines == 1 && report.unresolvedCount == 1 && report.unresolved.isEmpty)
    let last = try session.take(SentPiece())
    #expect(session.settle(last, ResolvedPiece()).unresolved.count == 1)
  }

  @Test func longTextsAreCut() {
    let long = String(repeating: "x", count: 5_000)
    let title = SourceTitle(name: long, uri: long, imdbID: long)
    #expect(title.name?.count == CleanText.longestName && title.uri?.count == 300 && title.imdbID?.count == 100)
    let list = ImportFormat.trakt.source.list(long, name: " " + long, description: long)
    #expect(list.name.count == 100 && list.description.count == 2_000)
  }

  @Test func brokenFileIsRefusedWithItsNameAndLine() throws {
    let session = try session()
    let error = try #require(throws: Refusal.self) {
      try take(session, SentPiece(file: "watched.csv", data: "Name\n\"Star\"Wars\n", more: true))
    }
    #expect(error == .badCSV)
    #expect(error.data == [.file("watched.csv"), .line(2)])
  }

  @Test func repeatedProblemsAreCountedAndTheFirstAreListed() throws {
    var report = ImportReport(format: .imdb, isDryRun: false)
    for line in 1...1_100 {
      let name = String(repeating: "x", count: 5_000)
      report.add(UnresolvedRecord(file: "a", line: line, title: SourceTitle(name: name), reason: .notFound))
      report.ignore("other", in: "a")
      report.ignore("file", in: "\(line)")
    }
    #expect(report.unresolvedCount == 1_100 && report.unresolved.count == 1_000)
    #expect(report.unresolved.allSatisfy { ($0.title.name ?? "").count <= CleanText.longestName })
    #expect(report.ignored.count == 1_000 && report.ignored.first?.count == 1_100)
  }

  // MARK: Meanings

  @Test func equalYearIsTakenBeforeNeighbours() {
    func candidate(_ id: Int, _ year: Int?) -> TitleCandidate {
      TitleCandidate(ref: .movie(id), title: "Hero", year: year)
    }
    let all = [candidate(1, 2002), candidate(2, 2003), candidate(3, nil)]
    #expect(TitleMeaning(all, year: 2002) == .found(.movie(1)))
    #expect(TitleMeaning(all, year: 2004) == .found(.movie(2)))
    #expect(
      TitleMeaning([candidate(1, 2001), candidate(2, 2003)], year: 2002)
        == .unknown(
          .ambiguous, [candidate(1, 2001), candidate(2, 2003)]))
    #expect(TitleMeaning([candidate(1, 2002)], year: nil) == .found(.movie(1)))
    #expect(TitleMeaning(all, year: .max) == .unknown(.notFound, all))
    #expect(TitleMeaning([], year: 2002) == .unknown(.notFound))
  }

  @Test func resolutionIsFoundByAddressIdOrName() {
    var memory = ImportMemory()
    memory.add([
      TitleResolution(source: SourceTitle(uri: "u"), ref: .movie(1)),
      TitleResolution(source: SourceTitle(name: "Hero", year: 2002), ref: .series(2)),
    ])
    #expect(memory.resolution(of: SourceTitle(name: "Other", uri: "u", mediaType: .movie)) == .movie(1))
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2002, imdbID: "tt1")) == .series(2))
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2003)) == nil)
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2002, mediaType: .movie)) == .series(2))
    memory.add([TitleResolution(source: SourceTitle(name: "Hero", year: 2002), ref: .movie(4))])
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2002, mediaType: .movie)) == .movie(4))
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2002, mediaType: .tv)) == .series(2))
    memory.add([TitleResolution(source: SourceTitle(name: "Hero"), ref: .movie(3))])
    #expect(memory.resolution(of: SourceTitle(name: "Hero", year: 2003)) == .movie(3))
  }
}
