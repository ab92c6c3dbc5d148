import Catalog
import Domain
import MovieNightPrimitives
import Projections

/// `guide.get`, with the catalog's answers for it. Queries with the same version of them are equal.
struct GuideQuery: ResultQuery {
  let request: GuideRequest
  /// The `etag` of the answer that the client has; nil if it has none.
  let knownTag: String?
  let version: UInt64
  let sizes: ImageSizes
  /// The answers, which are taken out when they have been used, so that a finished answer does not keep them in memory.
  private let answers: Locked<GuideAnswers?>

  init(_ request: GuideRequest, knownTag: String?, _ facts: CollectedFacts, _ sizes: ImageSizes) {
    self.request = request
    self.knownTag = knownTag
    self.sizes = sizes
    version = facts.version
    answers = Locked(facts.answers)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.version == right.version && left.knownTag == right.knownTag && left.request == right.request
      && left.sizes == right.sizes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(request)
    hasher.combine(version)
  }

  static var result: ResultObject<TaggedContent<Guide>> { GuideTypes.guide }

  func shown(_ answering: AnswerContext) throws -> TaggedContent<Guide> {
    try answering.requireStore()
    let answers = answers.withLock { answers in
      defer { answers = nil }
      return answers ?? [:]
    }
    let guide = try answering.guide(request, answers, sizes)
    let content = TaggedContent(guide, as: GuideTypes.content, unless: knownTag, reserving: guide.probableBytes)
    // A guide that lacks facts is not cached. A large one, or one with an old etag, would evict others' answers.
    let byteCount = content.json?.count ?? 0
    if guide.isPartial || byteCount > Self.longestCached || (knownTag != nil && byteCount > 0) { _ = answering.now }
    return content
  }

  private static let longestCached = 1 << 20
}

extension AnswerContext {
  /// Makes a guide from the recorded series and the catalog's answers.
  func guide(_ request: GuideRequest, _ answers: GuideAnswers, _ sizes: ImageSizes) throws -> Guide {
    let rows = try rows(for: request)
    let today = today(request.today)
    let range = try request.range(on: today)
    let shows = try rows.shows.map { show in
      let facts = GuideFacts(
        of: show.tmdbID, answers, in: range, today: today, includesSpecials: request.filter.includesSpecials)
      let title = facts.missingReason == nil ? "" : try recordedTitle(of: show)
      return GuideSource(
        tmdbID: show.tmdbID, title: title, facts: facts, settings: show.settings, watchers: show.watchers)
    }
    let country = request.country ?? rows.household.settings.country
    let view = try view(rows.household)
    var input = GuideInput(
      range: range, today: today, country: country, filter: request.filter, providers: [],
      householdServices: rows.household.streamingServices, members: rows.members.map { view.person($0) },
      shows: shows, sizes: sizes)
    if case .success(let answer)? = answers[.providers(.tv)], case .providers(let list) = answer.facts {
      input.providers = list.providers(in: country)
    } else {
      input.lacksProviders = answers[.providers(.tv)] != .failure(.notFound)
    }
    return Guide(input)
  }
}

extension GuideFacts {
  /// Takes the facts about a series out of the catalog's answers. One without an answer is loading.
  init(
    of tmdbID: Int, _ answers: GuideAnswers, in range: GuideRange, today: CalendarDate, includesSpecials: Bool
  ) {
    guard let answer = answers[.series(tmdbID)] else {
      self = .missing(.loading)
      return
    }
    guard case .success(let found) = answer, case .series(let series) = found.facts else {
      self = .missing(answer == .failure(.notFound) ? .notFound : .unavailable)
      return
    }
    var known = KnownSeries(series: series, isStale: found.isStale, seasons: [])
    let numbers = Self.neededSeasons(of: series, in: range, today: today, includesSpecials: includesSpecials)
    for number in numbers {
      switch answers[.season(series: tmdbID, number)] {
      case .success: known.seasons += [answers.season(number, ofSeries: tmdbID)].compactMap(\.self)
      // The list of seasons can be older than their removal.
      case .failure(.notFound): continue
      case .failure: known.missing = .unavailable
      case nil: known.missing = known.missing ?? .loading
      }
    }
    self = .known(known)
  }
}

extension GuideAnswers {
  /// Returns a season; nil if the catalog did not answer with it.
  func season(_ number: Int, ofSeries tmdbID: Int) -> KnownSeason? {
    guard case .success(let answer)? = self[.season(series: tmdbID, number)], case .season(let season) = answer.facts
    else { return nil }
    return KnownSeason(facts: season, changedAt: answer.changedAt, isStale: answer.isStale)
  }
}

// MARK: - Looking up the facts

extension Caller {
  /// Returns the catalog's answers for a guide: those of the last time if nothing has changed since.
  func guideFacts(_ request: GuideRequest, within milliseconds: Int) throws(Refusal) -> Lookup<CollectedFacts> {
    let catalog = try requireCatalog()
    let memory = catalog.guides
    if let facts = memory.facts(for: request, catalog.catalog.seriesGeneration, at: now, { queries.confirm(&$0) }) {
      return .known(facts)
    }
    return try Lookup.known(()).moved(to: perform).then { [self] (_) throws(Refusal) in
      let generation = catalog.catalog.seriesGeneration
      let recorder = queries.readModels.makeRecorder()
      let answering = AnswerContext(queries, recorder, mayWait: true)
      let rows = try readRows { try answering.rows(for: request) }
      let today = answering.today(request.today)
      let range = try request.range(on: today)
      let collector = GuideCollector(
        catalog,
        seasons: { series in
          GuideFacts.neededSeasons(
            of: series, in: range, today: today, includesSpecials: request.filter.includesSpecials)
        },
        beginBackground: { memory.beginCollecting(for: request.household) },
        endBackground: { memory.endCollecting(for: request.household) })
      return try collector.collect(series: rows.shows.map(\.tmdbID), [.providers(.tv)], within: milliseconds)
        .moved(to: perform).map { collected in
          memory.remember(
            collected.answers, for: request, collected.isComplete ? recorder.dependencies : nil, generation,
            freshUntil: collected.answers.freshUntil(catalog.catalog, at: now))
        }
    }
  }
}
