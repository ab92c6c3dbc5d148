import MovieNightKit

/// The protocol values that both lists need.
struct LibraryValues: Sendable {
  var actor: LibraryActor
  var imageURL: String?
  /// Whether the server can search movies.
  var hasCatalog: Bool
  var search: Search?
  var isFirstPage = true

  /// A search for movies: what was found, or the sentence of a refusal.
  struct Search: Sendable {
    var query: String
    var found: MovieSearchPage?
    var problem: String?
  }
}

/// The member in front of the page, with what they may take back.
struct LibraryActor: Sendable {
  let member: MemberID
  let isCreator: Bool
  let children: Set<MemberID>

  init(_ household: Household, _ member: MemberID) {
    self.member = member
    isCreator = household.members.first { $0.id == member }?.role == .creator
    children = Set(household.members.filter { $0.parentMemberID == member }.map(\.id))
  }

  /// A form for taking back what a member did.
  struct Permission: Sendable, Equatable {
    /// The child that the form acts for; nil for the reader.
    let actingAs: String?
  }

  /// Returns nil unless the reader may take back what `owner` did.
  func permission(toUndoOf owner: MemberID) -> Permission? {
    if owner == member || isCreator { return Permission(actingAs: nil) }
    return children.contains(owner) ? Permission(actingAs: "\(owner)") : nil
  }
}

/// The links between the two lists.
struct LibrarySwitch: Sendable {
  let texts = LibraryTexts()
  let links: [Link]

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
    let isCurrent: Bool
  }

  init(current: String) {
    links = [(texts.watchlist, LibraryPages.watchlist), (texts.watched, LibraryPages.watched)].map {
      Link(label: $0.0, path: $0.1, isCurrent: $0.1 == current)
    }
  }
}

/// What follows the movies of a list's page.
struct ListEnd: Sendable, Equatable {
  /// The id of the list that the next page continues.
  let list: String
  let more: Link?
  /// Says that the list ends here; nil for a list that fits on its first page.
  let end: String?
  let beginning: Link?

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
  }

  init(of list: String, at path: String, nextCursor: String?, isFirstPage: Bool, end: String) {
    let texts = LibraryTexts()
    self.list = list
    more = nextCursor.map { Link(label: texts.more, path: "\(path)?cursor=\($0.urlEncoded)") }
    self.end = nextCursor == nil && !isFirstPage ? end : nil
    beginning = isFirstPage ? nil : Link(label: texts.toBeginning, path: path)
  }
}

struct WatchlistScreen: Sendable {
  let texts = LibraryTexts()
  let lists = LibrarySwitch(current: LibraryPages.watchlist)
  let movieSearch: LibrarySearch
  let isEmpty: Bool
  let items: [Item]
  let listEnd: ListEnd

  struct Item: Sendable {
    let texts = LibraryTexts()
    let movie: Int
    let title: String
    let path: String
    let meta: String
    let poster: Poster
    let origin: String
    let services: String?
    let actions: LibraryActions
  }

  init(_ page: WatchlistPage, _ values: LibraryValues, reader: Reader) {
    let texts = LibraryTexts()
    movieSearch = LibrarySearch(values, at: LibraryPages.watchlist)
    isEmpty = page.items.isEmpty && values.isFirstPage
    items = page.items.map { movie in
      Item(
        movie: movie.id.rawValue, title: movie.title, path: LibraryPages.path(of: movie.id),
        meta: MovieFacts.line(
          year: movie.year, rating: movie.contentRating, runtime: movie.runtime, genres: movie.genres),
        poster: Poster(title: movie.title, path: movie.posterPath, base: values.imageURL),
        origin: texts.added(by: movie.addedByName, reader.day(movie.addedAt).text),
        services: movie.streaming.isEmpty ? nil : texts.on(movie.streaming),
        actions: LibraryActions(
          movie.id, movie.title, canMark: true, removal: values.actor.permission(toUndoOf: movie.addedBy)))
    }
    listEnd = ListEnd(
      of: "watchlist-items", at: LibraryPages.watchlist, nextCursor: page.nextCursor, isFirstPage: values.isFirstPage,
      end: texts.endOfWatchlist)
  }
}

struct WatchedScreen: Sendable {
  let texts = LibraryTexts()
  let lists = LibrarySwitch(current: LibraryPages.watched)
  let movieSearch: LibrarySearch
  let isEmpty: Bool
  let items: [Item]
  let listEnd: ListEnd

  struct Item: Sendable {
    let texts = LibraryTexts()
    let movie: Int
    let title: String
    let path: String
    let meta: String
    let poster: Poster
    let watched: TimeText
    let origin: String
    let ratings: String?
    let actions: LibraryActions
  }

  init(_ page: WatchedPage, _ values: LibraryValues, reader: Reader) {
    let texts = LibraryTexts()
    movieSearch = LibrarySearch(values, at: LibraryPages.watched)
    isEmpty = page.items.isEmpty && values.isFirstPage
    items = page.items.map { movie in
      let day = reader.day(movie.watchedAt)
      let isUndoable = movie.undoUntil.map { reader.now < $0 } ?? false
      return Item(
        movie: movie.id.rawValue, title: movie.title, path: LibraryPages.path(of: movie.id),
        meta: MovieFacts.line(
          year: movie.year, rating: movie.contentRating, runtime: movie.runtime, genres: movie.genres),
        poster: Poster(title: movie.title, path: movie.posterPath, base: values.imageURL),
        watched: TimeText(iso: day.iso, text: texts.watched(day.text)),
        origin: movie.markedByName.map { texts.marked(by: $0) } ?? texts.ofNight,
        ratings: movie.ratingsSummary.map { texts.ratings($0) },
        actions: LibraryActions(
          movie.id, movie.title,
          unmarking: isUndoable ? movie.markedBy.flatMap { values.actor.permission(toUndoOf: $0) } : nil))
    }
    listEnd = ListEnd(
      of: "watched-items", at: LibraryPages.watched, nextCursor: page.nextCursor, isFirstPage: values.isFirstPage,
      end: texts.endOfWatched)
  }
}

/// The buttons of a movie.
struct LibraryActions: Sendable {
  let texts = LibraryTexts()
  let id: Int
  let forMovie: String
  let canAdd: Bool
  let canMark: Bool
  let removal: LibraryActor.Permission?
  let unmarking: LibraryActor.Permission?

  init(
    _ movie: MovieID, _ title: String, canAdd: Bool = false, canMark: Bool = false,
    removal: LibraryActor.Permission? = nil, unmarking: LibraryActor.Permission? = nil
  ) {
    id = movie.rawValue
    forMovie = LibraryTexts().forMovie(title)
    self.canAdd = canAdd
    self.canMark = canMark
    self.removal = removal
    self.unmarking = unmarking
  }
}

/// The search for a movie to add or to mark.
struct LibrarySearch: Sendable {
  let texts = LibraryTexts()
  let heading: String
  let listPath: String
  let query: String
  let sentence: String?
  let spelling: ListEnd.Link?
  let results: [Result]
  let isUnavailable: Bool

  struct Result: Sendable {
    let title: String
    let path: String
    let meta: String
    let poster: Poster
    let state: String?
    let warning: String?
    let actions: LibraryActions
  }

  init(_ values: LibraryValues, at path: String) {
    let texts = LibraryTexts()
    let adds = path == LibraryPages.watchlist
    heading = adds ? texts.addHeading : texts.markHeading
    listPath = path
    isUnavailable = !values.hasCatalog
    query = values.search?.query ?? ""
    let found = values.search?.found
    sentence = values.search?.problem ?? (found?.results.isEmpty == true ? texts.noResults(query) : nil)
    spelling = found?.didYouMean.map {
      ListEnd.Link(label: texts.didYouMean($0), path: "\(path)?q=\($0.urlEncoded)")
    }
    results = (found?.results ?? []).map { movie in
      let (isListed, isWatched) = (movie.onWatchlist == true, movie.watched == true)
      return Result(
        title: movie.title, path: LibraryPages.path(of: movie.id),
        meta: MovieFacts.line(year: movie.year, rating: movie.contentRating, runtime: nil, genres: movie.genres),
        poster: Poster(title: movie.title, path: movie.posterPath, base: values.imageURL),
        state: isWatched ? texts.isWatched : isListed ? texts.isOnWatchlist : nil,
        warning: movie.exceedsCeiling == true ? texts.exceedsCeiling : nil,
        actions: LibraryActions(
          movie.id, movie.title, canAdd: adds && !isListed && !isWatched, canMark: !adds && !isWatched))
    }
  }
}
