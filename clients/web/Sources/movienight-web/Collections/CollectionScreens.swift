import MovieNightKit

/// A title of a collection, wherever it is shown.
struct TitleModel: Sendable {
  let id: String
  let path: String
  let name: String
  let meta: String
  let poster: Poster
  let statusLabel: String?
  let rating: String?
  let isFavourite: Bool
  let isPrivate: Bool
  let progress: ProgressModel?
  let nextEpisode: String?

  struct ProgressModel: Sendable, Equatable {
    let watched: Int
    let total: Int
    let label: String
  }

  /// - Parameter showsProgress: False where the answer has another person's progress.
  init(_ title: Title, imageURL: String?, acting: ActingSwitch, showsProgress: Bool = true) {
    let texts = CollectionTexts()
    id = "\(title.mediaType)-\(title.tmdbID)"
    path = acting.link(TitleAddress(title).path)
    name = title.facts.title
    let kind = title.mediaType == .tv ? texts.series : texts.movie
    meta = ([kind, title.facts.year.map { "\($0)" }].compactMap(\.self) + title.facts.genres.prefix(3)).joined(
      separator: " · ")
    poster = Poster(title: title.facts.title, path: title.facts.posterPath, base: imageURL)
    statusLabel = title.status.map { texts.status($0.rawValue) }
    rating = title.rating.flatMap { texts.rating($0.rawValue) }
    isFavourite = title.favourite
    isPrivate = title.private
    let count = title.progress
    progress =
      showsProgress && title.mediaType == .tv && count.total > 0
      ? ProgressModel(
        watched: count.watched, total: count.total, label: texts.progress(count.watched, of: count.total)) : nil
    nextEpisode = title.nextToWatch.map { texts.next(EpisodeCode.text($0.seasonNumber, $0.episodeNumber), nil) }
  }
}

/// The kind and id of a title, in addresses and forms.
struct TitleAddress: Sendable, Equatable {
  let type: MediaType
  let id: Int

  init(_ title: Title) { (type, id) = (title.mediaType, title.tmdbID) }

  init?(type: String, id: String) {
    guard type == "movie" || type == "tv", let number = Int(id), (1...Int(Int32.max)).contains(number) else {
      return nil
    }
    (self.type, self.id) = (MediaType(rawValue: type), number)
  }

  var ref: TitleRef { TitleRef(mediaType: type, tmdbID: id) }
  var path: String { "\(CollectionPages.path)/\(type)/\(id)" }
  /// The page with the catalog's details.
  var detailsPath: String { type == .tv ? "/series/\(id)" : "/movies/\(id)" }
}

/// A link among several, of which one is chosen.
struct TabModel: Sendable, Equatable {
  let label: String
  let path: String
  let isCurrent: Bool
}

/// The titles of a collection by status.
struct CollectionScreen: Sendable {
  let texts = CollectionTexts()
  let tabs: [TabModel]
  let query: String
  let status: String?
  let titles: [TitleModel]
  let isEmpty: Bool
  let next: String?
  let isContinued: Bool
  let isLast: Bool
  let firstPath: String
  let addPath: String
  let listsPath: String
  let acting: ActingSwitch
  let actingAs: String?

  static let statuses: [TitleStatus] = [.watching, .planned, .completed, .paused, .dropped]

  init(
    _ page: TitlePage, _ overview: CollectionOverview, status: TitleStatus?, query: String, isContinued: Bool,
    imageURL: String?, acting: ActingSwitch = ActingSwitch()
  ) {
    let texts = CollectionTexts()
    self.acting = acting
    actingAs = acting.actingAs
    (addPath, listsPath) = (acting.link("\(CollectionPages.path)/add"), acting.link(CollectionPages.listsPath))
    let counts = overview.counts
    func count(_ status: TitleStatus) -> Int {
      switch status {
      case .watching: counts.watching
      case .planned: counts.planned
      case .completed: counts.completed
      case .paused: counts.paused
      default: counts.dropped
      }
    }
    tabs =
      [
        TabModel(
          label: texts.tab(texts.all, counts.movies + counts.series), path: acting.link(CollectionPages.path),
          isCurrent: status == nil)
      ]
      + Self.statuses.map { each in
        TabModel(
          label: texts.tab(texts.status(each.rawValue), count(each)), path: acting.link(Self.path(each)),
          isCurrent: status == each)
      }
    self.query = query
    self.status = status?.rawValue
    titles = page.titles.map { TitleModel($0, imageURL: imageURL, acting: acting) }
    isEmpty = page.titles.isEmpty && !isContinued
    self.isContinued = isContinued
    firstPath = acting.link(Self.path(status, query))
    next = page.nextCursor.map { acting.link(Self.path(status, query, $0)) }
    isLast = page.nextCursor == nil && !page.titles.isEmpty
  }

  private static func path(_ status: TitleStatus?, _ query: String = "", _ cursor: String? = nil) -> String {
    let fields = [
      ("status", status?.rawValue), ("q", query.isEmpty ? nil : query), ("cursor", cursor),
    ].compactMap { name, value in value.map { "\(name)=\($0.urlEncoded)" } }
    return fields.isEmpty ? CollectionPages.path : "\(CollectionPages.path)?\(fields.joined(separator: "&"))"
  }
}

/// The search for titles to add.
struct AddTitleScreen: Sendable {
  let texts = CollectionTexts()
  let query: String
  let problem: String?
  let results: [Result]
  let backPath: String
  let acting: ActingSwitch
  let actingAs: String?

  init(query: String, problem: String?, results: [Result], acting: ActingSwitch) {
    (self.query, self.problem, self.results) = (query, problem, results)
    backPath = acting.link(CollectionPages.path)
    self.acting = acting
    actingAs = acting.actingAs
  }

  struct Result: Sendable {
    let type: String
    let id: Int
    let name: String
    let meta: String
    let poster: Poster
  }
}

/// A choice of a select.
struct OptionModel: Sendable, Equatable {
  let value: String
  let label: String
  let isChosen: Bool
}

/// A title with what its owner has recorded about it.
struct TitleScreen: Sendable {
  let texts = CollectionTexts()
  let details: TitleModel
  let type: String
  let tmdb: Int
  let detailsPath: String
  let overview: String?
  let statuses: [OptionModel]
  let ratings: [OptionModel]
  let canMark: Bool
  let isSeen: Bool
  let seasons: [SeasonModel]
  let noteSection: NotesSection
  let onLists: [TabModel]
  let otherLists: [OptionModel]
  let listsPath: String
  let backPath: String
  let acting: ActingSwitch
  let actingAs: String?

  struct SeasonModel: Sendable, Equatable {
    let label: String
    let count: String
    let path: String
  }

  /// - Parameter member: Whose collection it is.
  init(
    _ details: TitleDetails, lists: [CollectionList], member: MemberID, imageURL: String?, reader: Reader,
    acting: ActingSwitch = ActingSwitch()
  ) {
    let texts = CollectionTexts()
    self.acting = acting
    actingAs = acting.actingAs
    (listsPath, backPath) = (acting.link(CollectionPages.listsPath), acting.link(CollectionPages.path))
    let title = details.title
    let address = TitleAddress(title)
    self.details = TitleModel(title, imageURL: imageURL, acting: acting)
    type = "\(title.mediaType)"
    tmdb = title.tmdbID
    // A movie is the household's, so its page is about no one else.
    let isSeries = title.mediaType == .tv
    detailsPath = isSeries ? acting.link(address.detailsPath) : address.detailsPath
    overview = title.facts.overview
    statuses =
      [OptionModel(value: "none", label: texts.noStatus, isChosen: title.status == nil)]
      + CollectionScreen.statuses.filter { isSeries || $0 != .watching }.map {
        OptionModel(value: $0.rawValue, label: texts.status($0.rawValue), isChosen: title.status == $0)
      }
    ratings =
      [OptionModel(value: "none", label: texts.noRating, isChosen: title.rating == nil)]
      + [Rating.loved, .liked, .didNotLike].map {
        OptionModel(value: $0.rawValue, label: texts.rating($0.rawValue) ?? "", isChosen: title.rating == $0)
      }
    canMark = !isSeries
    isSeen = title.watched
    seasons = details.seasons.map { season in
      SeasonModel(
        label: season.name ?? texts.season(season.seasonNumber),
        count: texts.seenOf(season.watchedCount, season.episodeCount),
        path: acting.link("\(address.detailsPath)/\(season.seasonNumber)"))
    }
    noteSection = NotesSection(details.notes, on: address, member: member, reader: reader)
    let held = Set(details.lists.map(\.id))
    onLists = details.lists.map {
      TabModel(label: $0.name, path: acting.link(CollectionPages.path(of: $0.id)), isCurrent: false)
    }
    otherLists = lists.filter { $0.ownerID == member && !held.contains($0.id) }.map {
      OptionModel(value: "\($0.id)", label: $0.name, isChosen: false)
    }
  }
}

/// The lists, one's own in their order, then those that others share.
struct ListsScreen: Sendable {
  let texts = CollectionTexts()
  let lists: [ListModel]
  let looks: [ListLook]
  let backPath: String
  let acting: ActingSwitch
  let actingAs: String?

  /// - Parameter member: Whose lists come first, and can be changed.
  init(_ lists: [CollectionList], member: MemberID, acting: ActingSwitch = ActingSwitch()) {
    self.acting = acting
    actingAs = acting.actingAs
    looks = [ListLook(icon: nil, color: nil)]
    backPath = acting.link(CollectionPages.path)
    let own = lists.filter { $0.ownerID == member }
    self.lists = lists.map { list in
      ListModel(
        list, member: member, acting: acting, canMoveUp: list.ownerID == member && list.id != own.first?.id,
        canMoveDown: list.ownerID == member && list.id != own.last?.id)
    }
  }
}

struct ListModel: Sendable {
  let id: String
  let path: String
  let name: String
  let description: String
  let owner: String?
  let count: String
  let watched: Int
  let total: Int
  let isShared: Bool
  let isDefault: Bool
  let isOwn: Bool
  let canMoveUp: Bool
  let canMoveDown: Bool
  /// The picture of its icon; nil without one, and for one that the page does not know.
  let picture: String?
  let color: String?
  let looks: [ListLook]

  init(
    _ list: CollectionList, member: MemberID, acting: ActingSwitch, canMoveUp: Bool = false, canMoveDown: Bool = false
  ) {
    let texts = CollectionTexts()
    id = "\(list.id)"
    path = acting.link(CollectionPages.path(of: list.id))
    picture = list.icon.flatMap { ListLook.pictures[$0]?.picture }
    color = list.color
    looks = [ListLook(icon: list.icon, color: list.color)]
    name = list.name
    description = list.description
    isOwn = list.ownerID == member
    owner = isOwn ? nil : texts.by(list.ownerName)
    count = texts.listed(list.watchedCount, of: list.titleCount)
    (watched, total) = (list.watchedCount, max(1, list.titleCount))
    isShared = list.shared
    isDefault = list.isDefault
    (self.canMoveUp, self.canMoveDown) = (canMoveUp, canMoveDown)
  }
}

/// A list with its titles in their order.
struct ListScreen: Sendable {
  let texts = CollectionTexts()
  let list: ListModel
  let items: [ItemModel]
  let next: String?
  let isContinued: Bool
  let listsPath: String
  let acting: ActingSwitch
  let actingAs: String?

  struct ItemModel: Sendable {
    let type: String
    let tmdb: Int
    let entry: TitleModel
    let position: Int
    let canMoveUp: Bool
    let canMoveDown: Bool
    let isOwn: Bool
  }

  /// - Parameter items: All titles of one's own list, or a page of another's.
  init(
    _ page: ListPage, isContinued: Bool, member: MemberID, imageURL: String?, acting: ActingSwitch = ActingSwitch()
  ) {
    let list = ListModel(page.list, member: member, acting: acting)
    self.acting = acting
    actingAs = acting.actingAs
    listsPath = acting.link(CollectionPages.listsPath)
    self.list = list
    items = page.items.enumerated().map { place, item in
      ItemModel(
        type: "\(item.title.mediaType)", tmdb: item.title.tmdbID,
        // The answer has the reader's own progress.
        entry: TitleModel(item.title, imageURL: imageURL, acting: acting, showsProgress: acting.child == nil),
        position: place, canMoveUp: list.isOwn && (place > 0 || isContinued),
        canMoveDown: list.isOwn && (place < page.items.count - 1 || page.nextCursor != nil), isOwn: list.isOwn)
    }
    next = page.nextCursor.map {
      acting.link("\(CollectionPages.path(of: page.list.id))?cursor=\($0.urlEncoded)")
    }
    self.isContinued = isContinued
  }
}

/// The page for files in and out.
struct FilesScreen: Sendable {
  let texts = CollectionTexts()
  let formats: [OptionModel]
  let problem: String?
  let report: ReportModel?

  init(problem: String? = nil, report: ReportModel? = nil) {
    formats = [
      ("letterboxd", "Letterboxd"), ("imdb", "IMDb"), ("trakt", "Trakt"), ("tvtime", "TV Time"),
      ("movienight", "movienight"), ("nights", CollectionTexts().nights),
    ].map { OptionModel(value: $0.0, label: $0.1, isChosen: false) }
    self.problem = problem
    self.report = report
  }
}

/// What an import changes, before or after it.
struct ReportModel: Sendable, Equatable {
  static let shownLines = 20

  let heading: String
  let lines: String
  let changes: [String]
  let unchanged: String?
  let ignored: [String]
  let unresolved: [String]
  let isDryRun: Bool

  init(_ report: ImportCounts) {
    let texts = CollectionTexts()
    heading = report.dryRun ? texts.report : texts.reportDone
    isDryRun = report.dryRun
    lines = texts.lines(report.lines)
    let counts = [
      (report.titlesAdded, "new title", "new titles"), (report.titlesChanged, "changed title", "changed titles"),
      (report.playsAdded, "play", "plays"), (report.ratingsSet, "rating", "ratings"),
      (report.listsCreated, "new list", "new lists"), (report.listItemsAdded, "title on a list", "titles on lists"),
      (report.notesAdded, "note", "notes"),
    ].filter { $0.0 > 0 }.map { texts.count($0.0, $0.1, $0.2) }
    changes = counts.isEmpty ? [texts.nothingChanges] : counts
    unchanged = report.unchanged > 0 ? texts.unchanged(report.unchanged) : nil
    ignored = report.ignored.prefix(Self.shownLines).map { "\($0.file.isolated) \($0.what.isolated) (\($0.count))" }
    let shown = report.unresolved.prefix(Self.shownLines).map {
      texts.unresolved(texts.line($0.file, $0.line), $0.name, texts.reason($0.reason.rawValue))
    }
    let rest = report.unresolvedCount - shown.count
    unresolved = shown + (rest > 0 ? [texts.andMore(rest)] : [])
  }
}
