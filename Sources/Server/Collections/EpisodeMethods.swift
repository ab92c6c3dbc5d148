import Catalog
import Commands
import Domain
import MovieNightPrimitives
import Projections
import ProtocolSchema

extension Method {
  static let ofEpisodes: [Method] = [
    .query(
      "episodes.list", "Lists the episodes of a season of a series in a collection.",
      takes: [CollectionParameters.series, CollectionParameters.season, CollectionParameters.member],
      refuses: Refusal.ofCollectionQueries + [.notInCollection]
    ) { (parameters, caller) throws(Refusal) -> Lookup<EpisodesQuery> in
      let owner = try caller.collectionOwner(parameters)
      let (series, season) = (try parameters[CollectionParameters.series], try parameters[CollectionParameters.season])
      @Sendable func query(_ asked: AskedAnswer?) -> EpisodesQuery {
        EpisodesQuery(owner: owner, series: series, season: season, asked: asked)
      }
      guard let catalog = caller.catalog else { return .known(query(nil)) }
      let question = CatalogQuestion.season(series: series, season)
      return try catalog.answers(to: [question], within: CatalogAccess.timeout) { true }.map { answers in
        guard case .success(let answer)? = answers[question] else { return query(nil) }
        return query(AskedAnswer(question: question, answer: answer))
      }
    },
    .command(
      "episodes.mark", "Records that you watched episodes of a series.",
      takes: [
        CollectionParameters.series, CollectionParameters.seasonToMark, CollectionParameters.episodes,
        CollectionParameters.through, CollectionParameters.watchedAt, CollectionParameters.again,
        CollectionParameters.includesUnaired, CollectionParameters.today,
      ],
      gives: CollectionTypes.markedEpisodes,
      refuses: [.notInCollection, .inTheFuture, .noSuchEpisode, .tooManyPlays] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let mark = try parameters.episodeMark()
      let today = mark.today ?? caller.now.date
      @Sendable func command(_ facts: TitleFacts?) -> PreparedCommand<MarkedPlays> {
        var mark = mark
        mark.facts = facts
        return PreparedCommand(.markEpisodes(mark), of: actor, in: household, by: sender) { [mark] rows in
          try rows.marked(by: mark, of: actor, on: today)
        }
      }
      guard mark.selection.numbers != nil, caller.catalog != nil else { return command(nil) }
      let facts = try caller.facts(needed: mark.selection, by: actor)
      return command(nil).completed(by: try facts.map { (facts) throws(Refusal) in command(facts) })
    },
    .collectionCommand(
      "episodes.unmark", "Removes the last play, or all plays, of episodes of a series.",
      takes: [
        CollectionParameters.series, CollectionParameters.seasonToMark, CollectionParameters.episodes,
        CollectionParameters.through, CollectionParameters.removedPlays,
      ],
      gives: CollectionTypes.unmarkedEpisodes, refuses: [.notInCollection]
    ) { (parameters, _) throws(Refusal) in
      let selection = try parameters.episodeSelection()
      return (
        .unmarkEpisodes(selection, try parameters[CollectionParameters.removedPlays]),
        { try $0.sum(of: PlaysRemoved.self) { $0.plays.count } }
      )
    },
  ]
}

extension Caller {
  /// Returns the catalog's facts about a series if an episode's number is beyond the recorded number of episodes, so
  /// that the season may have become longer; otherwise nil, without asking.
  fileprivate func facts(needed selection: EpisodeSelection, by member: MemberID) throws(Refusal) -> Lookup<TitleFacts?>
  {
    let ref = TitleRef.series(selection.series)
    @Sendable func isBeyond(_ row: CollectedTitle?) -> Bool {
      guard let progress = row?.progress, let season = selection.season, let numbers = selection.numbers else {
        return false
      }
      return numbers.contains { progress.exceedsCount(EpisodeRef(season, $0)) }
    }
    if case .hit(let row)? = try? readModels.cachedTitle(ref, of: member), !isBeyond(row) { return .known(nil) }
    return try Lookup.known(()).moved(to: perform).then { [self] (_) throws(Refusal) -> Lookup<TitleFacts?> in
      let row: CollectedTitle?
      do throws(ProjectionError) { row = try readModels.title(ref, of: member) } catch { throw .storeUnavailable }
      guard isBeyond(row), let recorded = row?.facts, let catalog else { return .known(nil) }
      return try catalog.answers(to: [ref.question], within: CatalogAccess.timeout).map {
        (answers) throws(Refusal) -> TitleFacts? in
        switch answers[ref.question] {
        case .success(let answer): TitleFacts(answer.facts)?.filled(from: recorded)
        case .failure(.notFound), nil: nil
        case .failure(let failure): throw Refusal(failure, of: ref.question)
        }
      }
    }
  }
}

extension CommandRows {
  /// Returns the numbers of a mark. A mark that recorded no play has no event to tell them. All of its episodes that
  /// have aired were then watched before.
  fileprivate func marked(by mark: EpisodeMark, of member: MemberID, on today: CalendarDate) throws -> MarkedPlays {
    if let event = try collectionEvents(PlaysAdded.self).first {
      return MarkedPlays(marked: event.plays.count, already: event.already, notAired: event.notAired)
    }
    let selection = mark.selection
    if let numbers = selection.numbers, !selection.through {
      return MarkedPlays(marked: 0, already: Set(numbers).count)
    }
    let progress = try readModels.title(.series(selection.series), of: member)?.progress ?? SeriesProgress()
    if let season = selection.season, let last = selection.numbers?.first {
      let regular = progress.episodes(ofSeason: nil, airedOn: nil)
      return MarkedPlays(marked: 0, already: regular.count { $0.season < season } + max(1, last))
    }
    let all = progress.episodes(ofSeason: selection.season, airedOn: nil)
    let targets = mark.includesUnaired ? all : progress.episodes(ofSeason: selection.season, airedOn: today)
    return MarkedPlays(marked: 0, already: targets.count, notAired: all.count - targets.count)
  }
}
