import Catalog
import Commands
import Domain
import MovieNightPrimitives
import Projections
import ProtocolSchema

extension Method {
  static let ofTitles = titleCommands + titleQueries

  private static let titleCommands: [Method] = [
    .command(
      "titles.add", "Adds titles to your collection; all or none.", takes: [CollectionParameters.items],
      gives: CollectionTypes.added,
      refuses: [
        .alreadyInCollection, .unknownList, .notASeries, .inTheFuture, .privateTitle, .collectionFull, .listFull,
        .unknownMovie, .unknownSeries,
      ] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let items = try parameters[CollectionParameters.items]
      @Sendable func command(_ facts: [TitleFacts]) -> PreparedCommand<[TitleRef]> {
        let titles = zip(items, facts).map { item, facts in
          var title = item.title
          title.facts = facts
          return title
        }
        return PreparedCommand(.addTitles(titles), of: actor, in: household, by: sender) { rows in
          try rows.collectionEvents(TitleAdded.self).map(\.title)
        }
      }
      let facts = try caller.resolve(items.map(\.sent))
      return try command(items.map(\.sent.facts)).completed(by: facts.map { (facts) throws(Refusal) in command(facts) })
    },
    .collectionCommand(
      "titles.set", "Changes the status, rating or other settings of titles; all or none.",
      takes: [
        CollectionParameters.titles, CollectionParameters.newStatus, CollectionParameters.newRating,
        CollectionParameters.newRating10, CollectionParameters.newFavourite, CollectionParameters.newPrivate,
        CollectionParameters.clearedTitleFields,
      ],
      needsOneOf: [["status", "rating", "rating10", "favourite", "private", "clear"]],
      gives: CollectionTypes.changed, refuses: [.notInCollection, .notASeries, .privateTitle]
    ) { (parameters, _) throws(Refusal) in
      var changes = TitleChanges()
      changes.status = try parameters[CollectionParameters.newStatus]
      changes.rating = try parameters[CollectionParameters.newRating]
      changes.rating10 = try parameters[CollectionParameters.newRating10]
      changes.isFavourite = try parameters[CollectionParameters.newFavourite]
      changes.isPrivate = try parameters[CollectionParameters.newPrivate]
      changes.cleared = try parameters.cleared(CollectionParameters.clearedTitleFields)
      return (
        .setTitles(try parameters[CollectionParameters.titles], changes),
        { try $0.collectionEvents(TitleSet.self).map(\.title) }
      )
    },
    .collectionCommand(
      "titles.remove", "Removes titles from your collection, with their plays and notes; all or none.",
      takes: [CollectionParameters.titles], gives: CollectionTypes.removed, refuses: [.notInCollection]
    ) { (parameters, _) throws(Refusal) in
      (
        .removeTitles(try parameters[CollectionParameters.titles]),
        { try $0.collectionEvents(TitleRemoved.self).map(\.title) }
      )
    },
    .collectionCommand(
      "titles.mark", "Records that you watched movies of your collection; all or none.",
      takes: [CollectionParameters.movies, CollectionParameters.watchedAt, CollectionParameters.again],
      gives: CollectionTypes.marked, refuses: [.notInCollection, .inTheFuture, .tooManyPlays]
    ) { (parameters, _) throws(Refusal) in
      let movies = try parameters[CollectionParameters.movies]
      let command = CollectionCommand.markMovies(
        movies, watchedAt: try parameters[CollectionParameters.watchedAt],
        again: try parameters[CollectionParameters.again])
      return (
        command,
        { try MarkedPlays($0.sum(of: PlaysAdded.self) { $0.plays.count }, of: movies.count) }
      )
    },
    .collectionCommand(
      "titles.unmark", "Removes the last play, or all plays, of movies; all or none.",
      takes: [CollectionParameters.movies, CollectionParameters.removedPlays], gives: CollectionTypes.unmarked,
      refuses: [.notInCollection]
    ) { (parameters, _) throws(Refusal) in
      let movies = try parameters[CollectionParameters.movies]
      return (
        .unmarkMovies(movies, try parameters[CollectionParameters.removedPlays]),
        { try $0.sum(of: PlaysRemoved.self) { $0.plays.count } }
      )
    },
    .command(
      "titles.refresh", "Replaces the recorded facts about titles by the catalog's.",
      takes: [CollectionParameters.titlesToRefresh], gives: CollectionTypes.refreshed,
      refuses: [.notInCollection] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      @Sendable func command(
        _ titles: [(ref: TitleRef, facts: TitleFacts)], failed: [TitleRef]
      ) -> PreparedCommand<(changed: [TitleRef], failed: [TitleRef])> {
        PreparedCommand(.refreshTitles(titles), of: actor, in: household, by: sender) { rows in
          (try rows.collectionEvents(TitleRefreshed.self).map(\.title), failed)
        }
      }
      let titles = try caller.titlesToRefresh(try parameters[CollectionParameters.titlesToRefresh], of: actor)
      let lookup = try titles.then { (titles) throws(Refusal) in try caller.refreshed(titles, of: actor) }
        .map { (found) throws(Refusal) in command(found.titles, failed: found.failed) }
      return command([], failed: []).completed(by: caller.catalog?.inTime(lookup) ?? lookup)
    },
  ]

  private static let titleQueries: [Method] = [
    .query(
      "titles.get", "Returns a title of a collection.",
      takes: [
        CollectionParameters.mediaType, CollectionParameters.tmdbID, CollectionParameters.member,
        CollectionParameters.today,
      ],
      refuses: Refusal.ofCollectionQueries + [.notInCollection]
    ) { (parameters, caller) throws(Refusal) in
      TitleQuery(
        owner: try caller.collectionOwner(parameters), ref: try parameters.ref(),
        today: try parameters[CollectionParameters.today])
    },
    .query(
      "titles.list", "Lists the titles of a collection.",
      takes: [
        PageParameters.limit, PageParameters.cursor, CollectionParameters.member, CollectionParameters.statuses,
        CollectionParameters.onlyMediaType, CollectionParameters.watched, CollectionParameters.rating,
        CollectionParameters.favourite, CollectionParameters.genre, CollectionParameters.yearFrom,
        CollectionParameters.yearTo, CollectionParameters.words, CollectionParameters.hasNew,
        CollectionParameters.sort, CollectionParameters.ascending, CollectionParameters.today,
      ], refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in
      TitlesQuery(
        owner: try caller.collectionOwner(parameters), filter: try TitleFilter(parameters),
        sort: try parameters[CollectionParameters.sort], ascending: try parameters[CollectionParameters.ascending],
        today: try parameters[CollectionParameters.today], limit: try parameters[PageParameters.limit],
        cursor: try parameters[PageParameters.cursor])
    },
    .query(
      "titles.next", "Lists the series that are being watched and have something to see, last watched first.",
      takes: [
        PageParameters.limit, PageParameters.cursor, CollectionParameters.member, CollectionParameters.today,
      ], refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in
      NextQuery(
        owner: try caller.collectionOwner(parameters), today: try parameters[CollectionParameters.today],
        limit: try parameters[PageParameters.limit], cursor: try parameters[PageParameters.cursor])
    },
    .query(
      "titles.together", "Lists the movies that members plan, and that none of them has seen.",
      takes: [PageParameters.limit, PageParameters.cursor, CollectionParameters.members],
      refuses: [.noMember, .unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      TogetherQuery(
        owner: try caller.collectionOwner(parameters, nil), members: try parameters[CollectionParameters.members],
        limit: try parameters[PageParameters.limit], cursor: try parameters[PageParameters.cursor])
    },
    .query(
      "plays.list", "Lists plays, and nights that the member attended, newest first.",
      takes: [
        PageParameters.limit, PageParameters.cursor, CollectionParameters.member, CollectionParameters.from,
        CollectionParameters.to, CollectionParameters.onlyMediaType,
      ], refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in
      let (from, to) = (try parameters[CollectionParameters.from], try parameters[CollectionParameters.to])
      if let from, let to, to < from { throw .badParameter("to", "is before from") }
      return PlaysQuery(
        owner: try caller.collectionOwner(parameters), from: from, to: to,
        mediaType: try parameters[CollectionParameters.onlyMediaType], catalog: caller.catalog,
        limit: try parameters[PageParameters.limit], cursor: try parameters[PageParameters.cursor])
    },
  ]
}

extension Caller {
  /// Returns the named titles, or else the series that the member is watching. Of those, only so many are included
  /// without a fresh answer in the catalog's memory as a command may name, so that repeating it comes to the others.
  fileprivate func titlesToRefresh(_ titles: [TitleRef]?, of member: MemberID) throws(Refusal) -> Lookup<[TitleRef]> {
    guard let catalog else { return .failing(.noCatalog) }
    if let titles { return .known(titles) }
    return try Lookup.known(()).moved(to: perform).map { [readModels] (_) throws(Refusal) in
      do throws(ProjectionError) {
        var asked = 0
        return try readModels.watching(member).prefix(CollectionLimits.refreshedSeries)
          .map { TitleRef.series($0.tmdbID) }.filter { series in
            if catalog.catalog.cached(series.question) == nil { asked += 1 } else { return true }
            return asked <= CollectionLimits.itemsOfCommand
          }
      } catch {
        throw .storeUnavailable
      }
    }
  }

  /// Asks the catalog about titles. Fails only if the catalog gives no answer at all.
  fileprivate func refreshed(
    _ refs: [TitleRef], of member: MemberID
  ) throws(Refusal) -> Lookup<(titles: [(ref: TitleRef, facts: TitleFacts)], failed: [TitleRef])> {
    guard let catalog else { return .failing(.noCatalog) }
    let answers = catalog.answers(to: Set(refs).sorted().map(\.question), within: CatalogAccess.timeout)
    return try answers.moved(to: perform).map { [readModels] (answers) throws(Refusal) in
      var (titles, failed): ([(ref: TitleRef, facts: TitleFacts)], [TitleRef]) = ([], [])
      var failure: CatalogFailure?
      for ref in refs {
        switch answers[ref.question] {
        case .success(let answer):
          guard let facts = TitleFacts(answer.facts) else { continue }
          titles.append((ref, try readModels.completed(facts, of: ref, by: member)))
        case .failure(let error):
          failed.append(ref)
          if error != .notFound { failure = error }
        case nil: failed.append(ref)
        }
      }
      if titles.isEmpty, let failure { throw Refusal(failure, of: .configuration) }
      return (titles, failed)
    }
  }
}

extension ReadModels {
  /// Completes the catalog's facts with recorded ones that the catalog lacks, such as the language. Reads the store.
  func completed(_ facts: TitleFacts, of ref: TitleRef, by member: MemberID) throws(Refusal) -> TitleFacts {
    do throws(ProjectionError) {
      return try title(ref, of: member).map { facts.filled(from: $0.facts) } ?? facts
    } catch {
      throw .storeUnavailable
    }
  }
}
