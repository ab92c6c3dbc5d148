import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofLists: [Method] = [
    .command(
      "lists.create", "Creates a list.",
      takes: [
        CollectionParameters.listName, CollectionParameters.description, CollectionParameters.icon,
        CollectionParameters.color, CollectionParameters.shared, CollectionParameters.isDefault,
      ],
      gives: CollectionTypes.changedList, refuses: [.tooManyLists]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      var values = ListChanges()
      values.name = try parameters[CollectionParameters.listName]
      values.description = try parameters[CollectionParameters.description]
      values.icon = try parameters[CollectionParameters.icon]
      values.color = try parameters[CollectionParameters.color]
      values.isShared = try parameters[CollectionParameters.shared]
      values.isDefault = try parameters[CollectionParameters.isDefault]
      return PreparedCommand(.createList(caller.makeID(), values), of: actor, in: household, by: sender) { rows in
        // A repeated command has made another id.
        try (rows.payload() as ListCreated).listID
      }
    },
    .listCommand(
      "lists.update", "Changes a list.",
      [
        CollectionParameters.newListName, CollectionParameters.newDescription, CollectionParameters.icon,
        CollectionParameters.color, CollectionParameters.newShared, CollectionParameters.newIsDefault,
        CollectionParameters.clearedListFields,
      ],
      needsOneOf: [["name", "description", "icon", "color", "shared", "is_default", "clear"]],
      CollectionTypes.changedList, refuses: [.unknownList, .privateTitle]
    ) { (list, parameters) throws(Refusal) in
      var changes = ListChanges()
      changes.name = try parameters[CollectionParameters.newListName]
      changes.description = try parameters[CollectionParameters.newDescription]
      changes.icon = try parameters[CollectionParameters.icon]
      changes.color = try parameters[CollectionParameters.color]
      changes.isShared = try parameters[CollectionParameters.newShared]
      changes.isDefault = try parameters[CollectionParameters.newIsDefault]
      changes.cleared = try parameters.cleared(CollectionParameters.clearedListFields)
      return (.updateList(list, changes), { _ in list })
    },
    .listCommand(
      "lists.remove", "Removes a list. Its titles stay in your collection.", [], CollectionTypes.changedList,
      refuses: [.unknownList]
    ) { (list, _) throws(Refusal) in (.removeList(list), { _ in list }) },
    .command(
      "lists.order", "Changes the order of your lists.", takes: [CollectionParameters.allLists],
      gives: CollectionTypes.orderedLists
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let lists = try parameters[CollectionParameters.allLists]
      return PreparedCommand(.orderLists(lists), of: actor, in: household, by: sender) { _ in lists }
    },
    .query(
      "lists.list", "Lists a member's lists, and those that others share with the household.",
      takes: [CollectionParameters.member], refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in ListsQuery(owner: try caller.collectionOwner(parameters)) },
    .query(
      "lists.get", "Returns a list and its titles.",
      takes: [CollectionParameters.list, PageParameters.limit, PageParameters.cursor],
      refuses: [.noMember, .unknownList]
    ) { (parameters, caller) throws(Refusal) in
      ListQuery(
        owner: try caller.collectionOwner(parameters, nil), list: try parameters[CollectionParameters.list],
        limit: try parameters[PageParameters.limit], cursor: try parameters[PageParameters.cursor])
    },
    .listCommand(
      "lists.add_titles", "Puts titles of your collection on a list; all or none.",
      [CollectionParameters.titles, CollectionParameters.afterTitle], CollectionTypes.addedToList,
      refuses: [.unknownList, .notInCollection, .listFull, .privateTitle]
    ) { (list, parameters) throws(Refusal) in
      let titles = try parameters[CollectionParameters.titles]
      let after = try parameters[CollectionParameters.afterTitle]
      return (
        .addToList(list, titles, after: after),
        { rows in
          let added = try rows.collectionEvents(ListTitlesAdded.self).reduce(0) { $0 + $1.titles.count }
          return MarkedPlays(marked: added, already: max(0, titles.count - added))
        }
      )
    },
    .listCommand(
      "lists.remove_titles", "Takes titles off a list; all or none. They stay in your collection.",
      [CollectionParameters.titles], CollectionTypes.removedFromList, refuses: [.unknownList, .notInCollection]
    ) { (list, parameters) throws(Refusal) in
      (
        .removeFromList(list, try parameters[CollectionParameters.titles]),
        { try $0.collectionEvents(ListTitlesRemoved.self).reduce(0) { $0 + $1.titles.count } }
      )
    },
    .listCommand(
      "lists.move_titles", "Moves titles on a list; all or none.",
      [CollectionParameters.titles, CollectionParameters.afterTitleOrFront], CollectionTypes.movedInList,
      refuses: [.unknownList, .notInCollection]
    ) { (list, parameters) throws(Refusal) in
      let titles = try parameters[CollectionParameters.titles]
      return (
        .moveInList(list, titles, after: try parameters[CollectionParameters.afterTitleOrFront]),
        { rows in
          // The event may also have given other titles a new place, to make room.
          let moved = try rows.collectionEvents(ListTitlesMoved.self).flatMap(\.titles).map(\.title)
          return Set(moved).intersection(titles).count
        }
      )
    },
  ]

  private typealias ListCommand<Shown> = (
    command: CollectionCommand, result: @Sendable (CommandRows) throws -> Shown
  )

  /// Declares a command on a list of the caller.
  private static func listCommand<Shown>(
    _ name: String, _ summary: String, _ parameters: [any DeclaredParameter],
    needsOneOf alternatives: [[StaticString]] = [],
    _ type: @autoclosure @escaping @Sendable () -> ResultObject<Shown>, refuses refusals: [Refusal],
    _ make: @escaping @Sendable (ListID, Parameters) throws(Refusal) -> ListCommand<Shown>
  ) -> Method {
    .command(
      name, summary, takes: [CollectionParameters.list] + parameters, needsOneOf: alternatives, gives: type(),
      refuses: refusals
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let prepared = try make(try parameters[CollectionParameters.list], parameters)
      return PreparedCommand(prepared.command, of: actor, in: household, by: sender, prepared.result)
    }
  }
}
