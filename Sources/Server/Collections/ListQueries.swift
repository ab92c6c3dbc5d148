import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The query of `lists.list`.
struct ListsQuery: ResultQuery {
  let owner: CollectionOwner

  static var result: ResultObject<[ListView]> { CollectionTypes.lists }

  func shown(_ answering: AnswerContext) throws -> [ListView] {
    let household = try answering.view(of: owner)
    try answering.requireStore()
    let others = household.memberIDs.filter { $0 != owner.member }
    return try ([owner.member] + others).flatMap { member in
      let lists = try answering.collection(of: member)?.lists ?? []
      return try answering.views(
        of: lists.filter { member == owner.member || $0.isShared }, of: member, in: household)
    }
  }
}

/// The query of `lists.get`.
struct ListQuery: ResultQuery {
  /// The reader, as whose the titles are shown.
  let owner: CollectionOwner
  let list: ListID
  let limit: Int
  let cursor: String?

  struct Item {
    let title: TitleView
    let addedAt: Timestamp
    /// The title in the collection of the list's owner.
    let owner: CollectedTitle
  }

  struct Shown {
    let list: ListView
    let items: [Item]
    let next: SortKey?
  }

  static var result: ResultObject<Shown> { CollectionTypes.listPage }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.view(of: owner)
    let after = try answering.cursor(cursor)
    try answering.requireStore()
    let (member, list, seesAll) = try find(answering, household.details)
    let page = try answering.readModels.listedTitles(list.listID, after: after, limit: limit)
    let rows = try page.rows.compactMap { listed -> (addedAt: Timestamp, title: CollectedTitle)? in
      guard let title = try answering.title(listed.title, of: member), seesAll || !title.settings.isPrivate else {
        return nil
      }
      return (listed.addedAt, title)
    }
    let titles = try rows.map { row -> (ref: TitleRef, facts: TitleFacts, row: CollectedTitle?) in
      (row.title.title, row.title.facts, try answering.title(row.title.title, of: owner.reader))
    }
    let views = try answering.views(of: titles, for: owner.reader, in: household.details, answering.today(nil))
    return Shown(
      list: try answering.views(of: [list], of: member, in: household)[0],
      items: zip(rows, views).map { Item(title: $1, addedAt: $0.addedAt, owner: $0.title) }, next: page.next)
  }

  /// Returns the list if the reader can see it, its owner, and whether the reader can see its private titles.
  private func find(
    _ answering: AnswerContext, _ household: HouseholdDetails
  ) throws -> (member: MemberID, list: CollectedList, seesAll: Bool) {
    for member in household.members {
      guard let found = try answering.collection(of: member.id)?.lists.first(where: { $0.listID == list }) else {
        continue
      }
      let seesAll = owner.reader.isAuthorized(for: member.id, parent: member.parentID)
      if seesAll || found.isShared { return (member.id, found, seesAll) }
    }
    throw Refusal.unknownList
  }
}

/// The query of `notes.list`.
struct NotesQuery: ResultQuery {
  let owner: CollectionOwner
  /// The title of the notes; nil for any title, and then only the member's own notes.
  let ref: TitleRef?
  let limit: Int
  let cursor: String?

  static var result: ResultObject<Page<NoteView>> { CollectionTypes.notes }

  func shown(_ answering: AnswerContext) throws -> Page<NoteView> {
    let household = try answering.view(of: owner)
    let after = try answering.cursor(cursor)
    try answering.requireStore()
    guard let ref else {
      let page = try answering.readModels.notes(of: owner.member, after: after, limit: limit)
      return try page.map { try answering.views(of: $0, in: household) }
    }
    var notes = try answering.notes(on: ref, for: owner.member, in: household)
    if let after { notes.removeAll { $0.sortKey.map { $0 >= after } ?? true } }
    let page = Page(notes, limit: limit, cursor: { $0.sortKey?.wireText }) { $0 }
    return try page.map { try answering.views(of: $0, in: household) }
  }
}

extension AnswerContext {
  /// Returns the views of a member's lists, in the member's order.
  func views(of lists: [CollectedList], of member: MemberID, in household: HouseholdView) throws -> [ListView] {
    guard !lists.isEmpty else { return [] }
    let texts = try texts(lists.map(\.listID)).compactMapValues { CollectionTexts.list(of: $0) }
    let defaultList = try collection(of: member)?.preferences.defaultListID
    return lists.map { list in
      let text = texts[list.listID]
      return ListView(
        list: list, owner: household.person(member), name: text?.name ?? "", description: text?.description ?? "",
        isDefault: list.listID == defaultList)
    }
  }

  /// Returns a member's notes on a title, and those that other members share, newest first. Reads the store.
  func notes(on ref: TitleRef, for member: MemberID, in household: HouseholdView) throws -> [CollectedNote] {
    var notes: [CollectedNote] = []
    for author in household.memberIDs {
      guard let title = try title(ref, of: author), author == member || !title.settings.isPrivate else { continue }
      for id in title.notes {
        guard let note = try readModels.note(id, of: author), author == member || !note.ownerOnly else { continue }
        notes.append(note)
      }
    }
    return notes.sorted { $1.createdAt == $0.createdAt ? $1.noteID < $0.noteID : $1.createdAt < $0.createdAt }
  }

  func views(of notes: [CollectedNote], in household: HouseholdView) throws -> [NoteView] {
    let texts = try texts(notes.map(\.noteID)).compactMapValues { CollectionTexts.note(of: $0) }
    return notes.map {
      NoteView(note: $0, author: household.person($0.memberID), text: texts[$0.noteID] ?? "")
    }
  }
}
