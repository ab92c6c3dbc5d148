import Commands
import Console
import Domain
import EventStore
import MovieNightPrimitives
import OperatorCommands
import Stores

extension Measurement {
  private static let titles = CommandOption.value("titles", "N", "The number of titles of a member.", fallback: "10000")
  private static let importedLines = CommandOption.value("lines", "N", "The number of lines.", fallback: "10000")
  private static let members = CommandOption.value("members", "N", "The minimum number of members.", fallback: "1000")

  static let collection = Measurement(
    name: "collection", summary: "Measure marks and lists in a collection of many titles.",
    options: [.connect, titles, .json],
    details: "Marks a movie before each query, so that no answer comes from the cache. \(householdsNote)",
    examples: [
      (
        "movienight-bench collection --connect unix:data/movienight.db.sock --titles 20000",
        "As many as a member can have"
      )
    ]
  ) { arguments, environment in
    let players = try await Players(count: 1, arguments, environment)
    let load = CollectionLoad(players.households[0].connection)
    return try load.run(titles: arguments.integer(titles, in: 100...20_000) ?? 10_000)
  }

  static let importing = Measurement(
    name: "import", summary: "Measure an import of lines with ids into a collection.",
    options: [.connect, importedLines, .json],
    details: "Sends a Trakt history in pieces of 100 lines, each after the answer to the one before. \(householdsNote)",
    examples: [("movienight-bench import --connect 127.0.0.1:6684 --lines 50000", "A long history")]
  ) { arguments, environment in
    let players = try await Players(count: 1, arguments, environment)
    let lines = try arguments.integer(importedLines, in: 1...1_000_000) ?? 10_000
    let started = environment.clock.uptime()
    try CollectionLoad(players.households[0].connection).importHistory(lines: lines)
    return Throughput(events: lines, duration: environment.clock.uptime() - started)
  }

  static let fillCollections = Measurement(
    name: "fill-collections", summary: "Fill a new store with collections, without a server.",
    options: [.store, members, titles, .json],
    details: "Households of four members, each with as many movies, every other one seen.",
    examples: [
      (
        "movienight-bench fill-collections --store sqlite:/tmp/titles.db --members 1000 --titles 1000",
        "A million titles"
      )
    ]
  ) { arguments, environment in
    let members = try arguments.integer(members, in: 1...100_000) ?? 1000
    let titles = try arguments.integer(titles, in: 1...20_000) ?? 10_000
    do {
      let store = try openStore(StoreOptions.address(arguments), mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      var progress = ProgressLine("Filling", unit: "members", environment)
      let started = environment.clock.uptime()
      let events = try StoreFill(store).runCollections(members: members, titles: titles) {
        progress.update($0, of: members)
      }
      progress.finish(members)
      return Throughput(events: events, duration: environment.clock.uptime() - started)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
  }
}

extension StoreFill {
  /// Gives each of at least `members` members a collection of `titles` movies, and returns the number of events.
  func runCollections(members: Int, titles: Int, progress: (Int) -> Void) throws -> Int {
    var filled = 0
    while filled < members {
      let households = try foundHouseholds(min(Self.householdsAtOnce, (members - filled + 3) / 4))
      for first in stride(from: 0, to: titles, by: CollectionLimits.itemsOfCommand) {
        let items = (first..<min(first + CollectionLimits.itemsOfCommand, titles)).map(newTitle)
        for member in 0..<4 {
          try record(
            households.map { household in
              let command = AddressedCollectionCommand(
                .addTitles(items), of: household.members[member], in: household.id)
              return (command, household.sender(member))
            })
        }
      }
      filled += households.count * 4
      progress(filled)
    }
    try readModels.flush()
    return try store.head()
  }

  private func newTitle(_ number: Int) -> NewTitle {
    let movie = movie(number)
    var facts = TitleFacts(title: movie.title)
    facts.year = movie.year
    facts.overview = movie.overview
    facts.genres = movie.genres
    facts.posterPath = movie.posterPath
    facts.contentRating = movie.contentRating
    var title = NewTitle(.movie(movie.tmdbMovieID), facts)
    title.watchedAt = number.isMultiple(of: 2) ? .unknown : nil
    return title
  }
}
