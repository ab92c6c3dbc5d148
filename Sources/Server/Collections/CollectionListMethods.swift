import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofLists: [Method] = [
    .collectionCommand(
      "lists.create", "Creates a list.",
      takes: [
        CollectionParameters.listName, CollectionParameters.description, CollectionParameters.icon,
        CollectionParameters.color, CollectionParameters.shared, CollectionParameters.isDefault,
      ],
      gives: CollectionTypes.changedList, refuses: [.tooManyLists]
    ) { (parameters, caller) throws(Refusal) in
      var values = ListChanges()
      values.name = try parameters[CollectionParameters.listName]
      values.description = try parameters[CollectionParameters.description]
      values.icon = try parameters[CollectionParameters.icon]
      values.color = try parameters[CollectionParameters.color]
      values.isShared = try parameters[CollectionParameters.shared]
      values.isDefault = try parameters[CollectionParameters.isDefault]
      // A repeated command has made another id.
      return (.createList(caller.makeID(), values), { try ($0.payload() as ListCreated).listID })
    },
    .collectionCommand(
      "lists.update", "Changes a list.",
      takes: [
        CollectionParameters.list, CollectionParameters.newListName, CollectionParameters.newDescription,
        CollectionParameters.icon,
        CollectionParameters.color, CollectionParameters.newShared, CollectionParameters.newIsDefault,
        CollectionParameters.clearedListFields,
      ],
      needsOneOf: [["name", "description", "icon", "color", "shared", "is_default", "clear"]],
      gives: CollectionTypes.changedList, refuses: [.unknownList, .privateTitle]
    ) { (parameters, _) throws(Refusal) in
      let list = try parameters[CollectionParameters.list]
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
    .collectionCommand(
      "lists.remove", "Removes a list. Its titles stay in your collection.", takes: [CollectionParameters.list],
      gives: CollectionTypes.changedList, refuses: [.unknownList]
    ) { (parameters, _) throws(Refusal) in
      let list = try parameters[CollectionParameters.list]
      return (.removeList(list), { _ in list })
    },
    .collectionCommand(
      "lists.order", "Changes the order of your lists.", takes: [CollectionParameters.allLists],
      gives: CollectionTypes.orderedLists
    ) { (parameters, _) throws(Refusal) in
      let lists = try parameters[CollectionParameters.allLists]
      return (.orderLists(lists), { _ in lists })
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
    .collectionCommand(
      "lists.add_titles", "Puts titles of your collection on a list; all or none.",
      takes: [CollectionParameters.list, CollectionParameters.titles, CollectionParameters.afterTitle],
      gives: CollectionTypes.addedToList, refuses: [.unknownList, .notInCollection, .listFull, .privateTitle]
    ) { (parameters, _) throws(Refusal) in
      let titles = try parameters[CollectionParameters.titles]
      let after = try parameters[CollectionParameters.afterTitle]
      return (
        .addToList(try parameters[CollectionParameters.list], titles, after: after),
        { try MarkedPlays($0.sum(of: ListTitlesAdded.self) { $0.titles.count }, of: titles.count) }
      )
    },
    .collectionCommand(
      "lists.remove_titles", "Takes titles off a list; all or none. They stay in your collection.",
      takes: [CollectionParameters.list, CollectionParameters.titles], gives: CollectionTypes.removedFromList,
      refuses: [.unknownList, .notInCollection]
    ) { (parameters, _) throws(Refusal) in
      (
        .removeFromList(try parameters[CollectionParameters.list], try parameters[CollectionParameters.titles]),
        { try $0.sum(of: ListTitlesRemoved.self) { $0.titles.count } }
      )
    },
    .collectionCommand(
      "lists.move_titles", "Moves titles on a list; all or none.",
      takes: [CollectionParameters.list, CollectionParameters.titles, CollectionParameters.afterTitleOrFront],
      gives: CollectionTypes.movedInList, refuses: [.unknownList, .notInCollection]
    ) { (parameters, _) throws(Refusal) in
      let list = try parameters[CollectionParameters.list]
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
}
