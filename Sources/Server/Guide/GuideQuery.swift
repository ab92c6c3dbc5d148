import Catalog
import Domain
import MovieNightPrimitives
import Projections

/// `guide.get`, with the catalog's answers for it. Queries with the same version of them are equal.
struct GuideQuery: ResultQuery {
  struct Key: Hashable {
    let request: GuideRequest
    /// The `etag` of the answer that the client has; nil if it has none.
    let knownTag: String?
    let version: UInt64
    let sizes: ImageSizes
  }

  let key: Key
  /// The answers, which are taken out when they have been used, so that a finished answer does not keep them in memory.
  private let answers: Locked<GuideAnswers?>

  init(_ request: GuideRequest, knownTag: String?, _ facts: CollectedFacts, _ sizes: ImageSizes) {
    key = Key(request: request, knownTag: knownTag, version: facts.version, sizes: sizes)
    answers = Locked(facts.answers)
  }

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  var heldBytes: Int { key.request.byteCount }
  static var result: ResultObject<TaggedContent<Guide>> { GuideTypes.guide }

  func shown(_ answering: AnswerContext) throws -> TaggedContent<Guide> {
    try answering.requireStore()
    let taken = answers.withLock { answers in
      defer { answers = nil }
      return answers
    }
    guard let answers = taken else { throw Refusal.storeUnavailable }
    let guide = try answering.guide(key.request, answers, key.sizes)
    let content = TaggedContent(
      guide, as: GuideTypes.content, unless: key.knownTag, reserving: guide.probableBytes)
    // A guide that lacks facts is not cached. A large one, or one with an old etag, would evict others' answers.
    let byteCount = content.json?.count ?? 0
    if guide.isPartial || byteCount > Self.longestCached || (key.knownTag != nil && byteCount > 0) { _ = answering.now }
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
      var show = show
      show.facts = answers.guideFacts(
        of: show.tmdbID, in: range, today: today, includesSpecials: request.filter.includesSpecials)
      if case .failure = show.facts { show.title = try recordedTitle(of: show) }
      return show
    }
    let country = request.country ?? rows.household.settings.country
    var providers: [Provider]?
    if case .success(let answer)? = answers[.providers(.tv)], case .providers(let list) = answer.facts {
      providers = list.providers(in: country)
    } else if answers[.providers(.tv)] == .failure(.notFound) {
      providers = []
    }
    let view = try view(rows.household)
    return Guide(
      GuideInput(
        range: range, today: today, country: country, filter: request.filter, providers: providers,
        householdServices: rows.household.streamingServices, members: rows.members.map { view.person($0) },
        shows: shows, sizes: sizes))
  }
}

extension GuideAnswers {
  /// Returns the facts about a series, or the reason why they or those of a needed season are missing.
  func guideFacts(
    of tmdbID: Int, in range: GuideRange, today: CalendarDate, includesSpecials: Bool
  ) -> GuideFacts {
    guard let answer = self[.series(tmdbID)] else { return .failure(.loading) }
    guard case .success(let found) = answer, case .series(let series) = found.facts else {
      return .failure(answer == .failure(.notFound) ? .notFound : .unavailable)
    }
    var (seasons, isLoading): ([KnownSeason], Bool) = ([], false)
    for number in series.neededSeasons(in: range, today: today, includesSpecials: includesSpecials) {
      switch self[.season(series: tmdbID, number)] {
      case .success: seasons += [season(number, ofSeries: tmdbID)].compactMap(\.self)
      // The list of seasons can be older than their removal.
      case .failure(.notFound): continue
      case .failure: return .failure(.unavailable)
      case nil: isLoading = true
      }
    }
    return isLoading ? .failure(.loading) : .success(KnownSeries(series, isStale: found.isStale, seasons))
  }

  /// Returns the facts about a series; nil if the catalog did not answer with them.
  func series(_ tmdbID: Int) -> SeriesFacts? {
    guard case .success(let answer)? = self[.series(tmdbID)], case .series(let facts) = answer.facts else { return nil }
    return facts
  }

  /// Returns a season; nil if the catalog did not answer with it.
  func season(_ number: Int, ofSeries tmdbID: Int) -> KnownSeason? {
    guard case .success(let answer)? = self[.season(series: tmdbID, number)], case .season(let season) = answer.facts
    else { return nil }
    return KnownSeason(facts: season, changedAt: answer.changedAt, isStale: answer.isStale)
  }
}

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
          series.neededSeasons(in: range, today: today, includesSpecials: request.filter.includesSpecials)
        },
        beginBackground: { memory.beginCollecting(for: request.household) },
        endBackground: { memory.endCollecting(for: request.household) })
      return try collector.collect(series: rows.shows.map(\.tmdbID), [.providers(.tv)], within: milliseconds)
        .moved(to: perform).map { collected in
          let facts = CollectedFacts(
            collected.answers, for: request, collected.isComplete ? recorder.dependencies : nil, generation,
            at: now, freshUntil: catalog.catalog.freshUntil)
          return memory.remember(facts, for: request, at: now)
        }
    }
  }
}
