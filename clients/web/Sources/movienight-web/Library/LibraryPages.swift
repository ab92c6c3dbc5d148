import MovieNightKit

/// The watchlist, the watched list, and movies.
enum LibraryPages: Area {
  static let templates = [
    "watchlist": PackageResources.watchlist_mustache,
    "watched": PackageResources.watched_mustache,
    "library-switch": PackageResources.library_switch_mustache,
    "library-search": PackageResources.library_search_mustache,
    "library-actions": PackageResources.library_actions_mustache,
    "list-end": PackageResources.list_end_mustache,
    "movie": PackageResources.movie_mustache,
  ]
  static let styles = PackageResources.library_css
  static let navigation = [NavigationLink(path: watchlist, label: LibraryTexts().watchlist)]

  static let watchlist = "/watchlist"
  static let watched = "/watched"
  /// The number of movies that a list shows at a time.
  static let pageSize = 20

  static func path(of movie: MovieID) -> String { "/movies/\(movie)" }

  static func register(in pages: inout Pages) {
    let texts = LibraryTexts()

    pages.get(watchlist) { visit in
      async let list = visit.client.watchlist.list(limit: pageSize, cursor: visit.query["cursor"])
      let values = try await values(for: visit)
      let model = WatchlistScreen(try await list, values, reader: visit.reader)
      return .screen(Screen(texts.watchlist, template: "watchlist", model: model))
    }
    pages.get(watched) { visit in
      async let list = visit.client.watched.list(limit: pageSize, cursor: visit.query["cursor"])
      let values = try await values(for: visit)
      let model = WatchedScreen(try await list, values, reader: visit.reader)
      return .screen(Screen(texts.watched, template: "watched", model: model))
    }
    pages.get("/movies/:movie") { visit in
      guard let movie = Int(visit.visitor.parameter("movie")).map({ MovieID($0) }) else { throw PageError.notFound }
      return try await visit.screenOrRefusal {
        async let details = visit.catalog.movies.get(movie, refresh: visit.query["refresh"] != nil)
        async let household = visit.client.households.get()
        async let info = visit.site.facts.info
        let (facts, catalog) = (try await details, await info?.catalog)
        let model = MovieScreen(
          facts, actor: LibraryActor(try await household, visit.member), imageURL: catalog?.imageURL,
          reader: visit.reader)
        return Screen(facts.title, template: "movie", model: model)
      }
    }

    pages.post("/watchlist/add", returningTo: watchlist) { visit, form in
      let movie = try form.requiredMovie
      try await visit.actingWithCatalog(form).watchlist.add(SentMovie(tmdbMovieID: movie))
      let title = try await title(of: movie, visit)
      return .done(
        to: form.localPath("from") ?? watchlist,
        notice: .undo(texts.added(title), "/watchlist/remove", form.fields(for: movie)))
    }
    pages.post("/watchlist/remove", returningTo: watchlist) { visit, form in
      let movie = try form.requiredMovie
      let title = try await title(of: movie, visit)
      try await visit.acting(form).watchlist.remove(movie)
      return .done(
        to: form.localPath("from") ?? watchlist,
        notice: .undo(texts.removed(title), "/watchlist/add", form.fields(for: movie)))
    }
    pages.post("/watched/mark", returningTo: watched) { visit, form in
      let movie = try form.requiredMovie
      try await visit.actingWithCatalog(form).watched.mark(SentMovie(tmdbMovieID: movie))
      let details = try await details(of: movie, visit)
      let text = texts.marked(details?.title)
      // Marking the pick of a round marks the round, which cannot be undone.
      let isOfRound = details?.history?.watched?.roundID != nil
      return .done(
        to: form.localPath("from") ?? watched,
        notice: isOfRound ? Notice(text: text) : .undo(text, "/watched/unmark", form.fields(for: movie)))
    }
    pages.post("/watched/unmark", returningTo: watched) { visit, form in
      let movie = try form.requiredMovie
      let title = try await title(of: movie, visit)
      try await visit.acting(form).watched.unmark(movie)
      return .done(
        to: form.localPath("from") ?? watched,
        notice: .undo(texts.unmarked(title), "/watched/mark", form.fields(for: movie)))
    }
  }

  // MARK: Reading

  private static func values(for visit: Visit) async throws -> LibraryValues {
    async let household = visit.client.households.get()
    async let info = visit.site.facts.info
    async let search = search(for: visit)
    let catalog = await info?.catalog
    return LibraryValues(
      actor: LibraryActor(try await household, visit.member), imageURL: catalog?.imageURL, hasCatalog: catalog != nil,
      search: try await search, isFirstPage: visit.query["cursor"] == nil)
  }

  private static func search(for visit: Visit) async throws -> LibraryValues.Search? {
    guard let query = visit.query["q"] else { return nil }
    do {
      return LibraryValues.Search(query: query, found: try await visit.catalog.movies.search(query))
    } catch let error as ClientError {
      return LibraryValues.Search(query: query, problem: try RefusalTexts.sentence(ofSearch: error))
    }
  }

  private static func title(of movie: MovieID, _ visit: Visit) async throws -> String? {
    try await details(of: movie, visit)?.title
  }

  /// A movie for a notice; nil if the catalog does not know it, or does not answer now.
  private static func details(of movie: MovieID, _ visit: Visit) async throws -> MovieDetails? {
    do { return try await visit.catalog.movies.get(movie) } catch let error as ClientError {
      if case .timedOut = error { return nil }
      guard error.reason == .unknownMovie || error.refusal?.code == 503 else { throw error }
      return nil
    }
  }
}

extension Form {
  fileprivate var requiredMovie: MovieID {
    get throws {
      guard let movie = movie() else { throw PageError.badRequest }
      return movie
    }
  }

  /// The fields of a form that takes an action on a movie back.
  fileprivate func fields(for movie: MovieID) -> [Notice.Button.Field] {
    (self["as"].map { [.init(name: "as", value: $0)] } ?? []) + [.init(name: "movie", value: "\(movie)")]
  }
}
