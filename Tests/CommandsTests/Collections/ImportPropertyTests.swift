import Domain
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport

/// Imports the same random entries in other orders and pieces, and twice.
@Suite struct ImportPropertyTests {
  private static let cases: UInt64 = 800

  @Test func orderAndPiecesDoNotMatter() {
    let seed = TestSeed.current
    for number in RandomCases.seeds(Self.cases) {
      var generator = ImportGenerator(seed: seed &+ number)
      let night = generator.night()
      let entries = (0..<Int.random(in: 1...20, using: &generator.random)).map { generator.entry($0) }
      let check = { Self.problem(in: $0, after: night, seed &+ number) }
      guard check(entries) != nil else { continue }
      let shortest = shrunk(entries) { check($0) != nil }
      let lines = shortest.map { "  \($0)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "ImportPropertyTests")
      Issue.record("\(check(shortest) ?? "")\n\(lines)\nRun it again: \(again)")
      return
    }
  }

  private static func problem(in entries: [ImportEntry], after night: Night, _ seed: UInt64) -> String? {
    do {
      var together = night
      let dry = try together.importPiece(entries, lists: ImportGenerator.lists, isDryRun: true)
      if !together.hasSameStates(as: night) { return "the dry run changes something" }
      let real = try together.importPiece(entries, lists: ImportGenerator.lists)
      if dry != real { return "the dry run has another outcome" }
      let outcome = real.outcome
      if !outcome.limited.isEmpty || !outcome.badValues.isEmpty { return "entries are refused" }

      var random = SeededGenerator(seed: seed)
      var inPieces = night
      var rest = entries.shuffled(using: &random)[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        try inPieces.importPiece(Array(rest.prefix(count)), lists: ImportGenerator.lists)
        rest = rest.dropFirst(count)
      }
      if inPieces.collection().contents(with: inPieces) != together.collection().contents(with: together) {
        return "another order gives another collection"
      }
      for imported in [together, inPieces] {
        var again = imported
        let repeated = try again.importPiece(entries.shuffled(using: &random), lists: ImportGenerator.lists)
        if repeated.decision != Decision() { return "the second import records \(repeated.decision)" }
        if repeated.outcome.unchanged != entries.count { return "the second import reports \(repeated.outcome)" }
      }
      return nil
    } catch {
      return "refused: \(error)"
    }
  }

  /// A dry run's parts see those before them, and a part that is decided again has the same outcome.
  @Test func dryRunSeesEarlierPieces() throws {
    var generator = ImportGenerator(seed: TestSeed.current)
    let entries = (0..<300).map { generator.entry($0) }
    var night = Night()
    let states = States(.current, memory: 1 << 20)
    states.install(night.household, for: .household(Cast.household))
    states.install(CollectionState(member: Cast.ann), for: .collection(Cast.ann))
    let basis = Basis(
      states: states, sender: .member(Cast.ann), token: nil, expectedRevision: nil, now: night.now,
      text: { _ in nil })
    let progress = ImportProgress(isDryRun: true)
    for (number, othersWait) in [true, false, true].enumerated() {
      var rest: AddressedImport? = AddressedImport(
        household: Cast.household, member: Cast.ann, lists: ImportGenerator.lists,
        entries: Array(entries[(100 * number)..<(100 * number + 100)]), progress: progress, number: number)
      var expected = ImportOutcome()
      var sizes: [Int] = []
      while let command = rest {
        let parts = try #require(command.parts(othersWait: othersWait))
        let part = try #require(parts.first as? AddressedImport)
        expected.add(try night.importPiece(Array(part.entries), lists: part.lists).outcome)
        for _ in 0..<2 {
          #expect(try part.decide(on: basis) == Decision())
          #expect(progress.outcome(ofPiece: number) == expected, "seed \(TestSeed.current)")
        }
        sizes.append(part.entries.count)
        rest = parts.rest as? AddressedImport
      }
      #expect(sizes == (othersWait ? Array(repeating: 1, count: 100) : [64, 36]))
    }
  }
}

/// Generates entries about few titles.
private struct ImportGenerator {
  var random: SeededGenerator

  static let lists = (1...2).map {
    ImportedList(id: Cast.list($0), name: "List \($0)", isShared: $0 == 2, place: $0 << 40)
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }

  private mutating func title() -> TitleRef {
    let number = Int.random(in: 1...2, using: &random)
    return one(in: 2) ? .movie(number) : .series(number)
  }

  /// Returns a night in which Ann has some titles, plays, ratings and statuses.
  mutating func night() -> Night {
    var night = Night()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let ref = title()
      night.send(.add(ref.mediaType == .movie ? Cast.newMovie(ref.tmdbID) : Cast.newSeries(ref.tmdbID)))
      if one(in: 3) { night.send(.set(ref) { $0.status = one(in: 2) ? .dropped : .planned }) }
      if one(in: 3) { night.send(.set(ref) { $0.rating = .liked }) }
      if one(in: 2) { night.send(.mark(ref.tmdbID, time(), again: true)) }
      if one(in: 2) {
        let selection = EpisodeSelection(of: ref.tmdbID, season: 1, numbers: [1])
        var mark = EpisodeMark(selection)
        (mark.watchedAt, mark.again) = (time(), true)
        night.send(.markEpisodes(mark))
      }
      if one(in: 4) {
        // This completes the series, and makes it watching again.
        let all = EpisodeSelection(of: ref.tmdbID)
        night.send(.markEpisodes(EpisodeMark(all)))
        night.send(.unmarkEpisodes(all, .last))
      }
    }
    return night
  }

  private mutating func time() -> WatchedAt {
    let day = CalendarDate(year: 2026, month: 1, day: Int.random(in: 1...2, using: &random))
    switch Int.random(in: 1...3, using: &random) {
    case 1: return .unknown
    case 2: return .day(day)
    default: return WatchedAt(day.start.advanced(bySeconds: Int64.random(in: 1...2, using: &random)))
    }
  }

  mutating func entry(_ record: Int) -> ImportEntry {
    let ref = title()
    let isSeries = ref.mediaType == .tv
    let facts = isSeries ? Cast.seriesFacts(ref.tmdbID, [1, 2]) : Cast.facts(ref.tmdbID)
    var entry = ImportEntry(record: record, title: ref, facts: facts)
    let start = Cast.day(2020).start
    if one(in: 2) { entry.addedAt = start.advanced(bySeconds: Int64.random(in: 0...9, using: &random)) }
    if one(in: 3) { entry.status = TitleStatus.allCases.randomElement(using: &random) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let episode = EpisodeRef(one(in: 2) ? 1 : 2, one(in: 2) ? 1 : 2)
      entry.plays.append(ImportedPlay(episode: isSeries ? episode : nil, watchedAt: time()))
    }
    if one(in: 3) {
      let ratedAt = one(in: 3) ? nil : start.advanced(bySeconds: Int64.random(in: 0...2, using: &random))
      entry.rating =
        one(in: 2)
        ? ImportedRating(rating: Rating.allCases.randomElement(using: &random), ratedAt: ratedAt)
        : ImportedRating(rating10: Int.random(in: 1...10, using: &random), ratedAt: ratedAt)
    }
    if one(in: 5) {
      // A backup's choice. Two backups with other choices would compete.
      (entry.plays, entry.fixesStatus, entry.statusIsChosen) = ([], true, true)
      entry.status = one(in: 2) ? .dropped : .planned
    }
    entry.isFavourite = one(in: 4)
    entry.isPrivate = one(in: 6)
    if one(in: 3) { entry.list = Cast.list(one(in: 2) ? 1 : 2) }
    if one(in: 4) {
      let number = Int.random(in: 1...2, using: &random)
      entry.notes = [ImportedNote(id: NoteID(derivedFor: Cast.ann, "\(ref.label) \(number)"), text: "\(number)")]
    }
    return entry
  }
}

extension CollectionState {
  /// Describes everything that does not depend on the order of entries: all but numbers of plays and places on lists.
  fileprivate func contents(with night: Night) -> [String] {
    var lines = titles.keys.sorted().compactMap { ref in
      titles[ref].map { title in
        """
        \(ref.label) \(title.settings) \(title.wasCompleted) \(title.progress as Any) \(title.lists) \(title.notes) \
        \(title.plays.map { "\($0.ref?.code ?? "") \($0.at.watchedAt)" })
        """
      }
    }
    for (id, list) in lists.sorted(by: { $0.key < $1.key }) {
      lines.append("\(id) \(list.place) \(list.watched) \(list.places.keys.sorted().map(\.label))")
    }
    lines += notes.keys.sorted().map { "\($0) \(notes[$0] as Any)" }
    let texts = night.texts.keys.sorted().compactMap { night.texts[$0]?.value }
    return lines + ["\(counts)", "\(preferences)"] + texts.map { String(decoding: $0, as: UTF8.self) }
  }
}
