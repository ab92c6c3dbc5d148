import Commands
import Domain
import Projections
import ProtocolSchema

/// A query's collection and the member who asks. Part of every query's value: the answer cache of a household serves
/// all of its members.
struct CollectionOwner: Hashable, Sendable {
  let household: HouseholdID
  /// The member who sent the query.
  let reader: MemberID
  /// The member whose collection the query is about.
  let member: MemberID
}

extension Caller {
  /// Returns the collection that a query is about: the caller's own, unless the parameter `member` names another one.
  /// - Throws: `no_member` for an administrator.
  func collectionOwner(
    _ parameters: Parameters, _ member: Parameter<MemberID?>? = CollectionParameters.member
  ) throws(Refusal) -> CollectionOwner {
    guard case .member(let reader, let household, _) = identity else { throw .noMember }
    guard let member else { return CollectionOwner(household: household, reader: reader, member: reader) }
    return CollectionOwner(household: household, reader: reader, member: try parameters[member] ?? reader)
  }
}

extension Refusal {
  static let ofCollectionQueries = [noMember, cannotActAs, unknownMember]
}

extension Method {
  /// The methods of `docs/protocol/collections.md`.
  static let ofCollections = ofTitles + ofEpisodes + ofLists + ofNotes + ofCollection + ofImports

  private static let ofCollection: [Method] = [
    .query(
      "collection.get", "Returns the numbers and preferences of a collection.", takes: [CollectionParameters.member],
      refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in CollectionQuery(owner: try caller.collectionOwner(parameters)) },
    .collectionCommand(
      "collection.set_preferences", "Changes the preferences of your collection.",
      takes: [
        CollectionParameters.defaultList, CollectionParameters.defaultRating, CollectionParameters.imageSize,
        CollectionParameters.showsWatched, CollectionParameters.newSort, CollectionParameters.isAscending,
        CollectionParameters.updatesStatus, CollectionParameters.clearedPreferences,
      ],
      needsOneOf: [
        [
          "default_list_id", "default_rating", "image_size", "show_watched_in_lists", "sort", "ascending",
          "auto_status", "clear",
        ]
      ],
      gives: CollectionTypes.changedPreferences, refuses: [.unknownList]
    ) { (parameters, caller) throws(Refusal) in
      let member = try caller.member(parameters).actor
      var changes = PreferenceChanges()
      changes.defaultListID = try parameters[CollectionParameters.defaultList]
      changes.defaultRating = try parameters[CollectionParameters.defaultRating]
      changes.imageSize = try parameters[CollectionParameters.imageSize]
      changes.showsWatchedInLists = try parameters[CollectionParameters.showsWatched]
      changes.sort = try parameters[CollectionParameters.newSort]
      changes.isAscending = try parameters[CollectionParameters.isAscending]
      changes.updatesStatus = try parameters[CollectionParameters.updatesStatus]
      changes.cleared = try parameters.cleared(CollectionParameters.clearedPreferences)
      return (
        .setPreferences(changes),
        { rows in
          try rows.collectionEvents(CollectionPreferencesSet.self).last?.preferences
            ?? rows.readModels.collection(member)?.preferences ?? CollectionPreferences()
        }
      )
    },
    .collectionCommand(
      "collection.clear", "Removes all titles, plays, lists and notes from your collection.",
      takes: [HouseholdParameters.confirm], gives: CollectionTypes.cleared
    ) { (parameters, _) throws(Refusal) in
      (
        .clear(confirmation: try parameters[HouseholdParameters.confirm]),
        { try $0.sum(of: CollectionCleared.self) { $0.contents.movies.count + $0.contents.series.count } }
      )
    },
  ]

  /// A command on a collection, and a function that reads its result.
  typealias CollectionChange<Shown> = (
    command: CollectionCommand, result: @Sendable (CommandRows) throws -> Shown
  )

  /// Declares a command on the caller's collection that needs no lookup.
  static func collectionCommand<Shown>(
    _ name: String, _ summary: String, takes parameters: [any DeclaredParameter],
    needsOneOf alternatives: [[StaticString]] = [],
    gives type: @autoclosure @escaping @Sendable () -> ResultObject<Shown>, refuses refusals: [Refusal] = [],
    _ make: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> CollectionChange<Shown>
  ) -> Method {
    .command(name, summary, takes: parameters, needsOneOf: alternatives, gives: type(), refuses: refusals) {
      (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let change = try make(parameters, caller)
      return PreparedCommand(change.command, of: actor, in: household, by: sender, change.result)
    }
  }
}

/// The query of `collection.get`.
struct CollectionQuery: ResultQuery {
  let owner: CollectionOwner

  static var result: ResultObject<CollectionDetails?> { CollectionTypes.overview }

  func shown(_ answering: AnswerContext) throws -> CollectionDetails? {
    _ = try answering.view(of: owner)
    return try answering.collection(of: owner.member)
  }
}
