import MovieNightKit

/// The pages of lists and their actions.
enum CollectionLists {
  private static let path = CollectionPages.listsPath
  /// The titles of a page of one's own list.
  private static let pageSize = 50
  /// More pages than a list of 2,000 titles has.
  private static let maximumPages = 20

  static func register(in pages: inout Pages) {
    let texts = CollectionTexts()

    pages.get(path) { visit in
      let acting = try await visit.actingSwitch()
      let lists = try await visit.client.lists.list(of: acting.child).lists
      let model = ListsScreen(lists, member: acting.child ?? visit.member, acting: acting)
      return .screen(Screen(texts.lists, template: "collection-lists", model: model))
    }
    pages.get("\(path)/:list") { visit in
      guard let id = ListID(visit.visitor.parameter("list")) else { throw PageError.notFound }
      let cursor = visit.query["cursor"]
      let acting = try await visit.actingSwitch()
      let page = try await visit.client.lists.get(id, limit: pageSize, cursor: cursor)
      let model = ListScreen(
        page, isContinued: cursor != nil, member: acting.child ?? visit.member,
        imageURL: await visit.site.facts.imageURL, acting: acting)
      return .screen(Screen(page.list.name, template: "collection-list", model: model))
    }

    pages.post("\(path)/create", returningTo: path) { visit, form in
      guard let name = form["name"] else { throw PageError.badRequest }
      let list = try await visit.acting(form).lists.create(
        named: name, description: form["description"], icon: form["icon"], color: form["color"],
        shared: form["shared"] != nil,
        isDefault: form["default"] != nil
      ).listID
      return .done(to: form.keepingPerson(CollectionPages.path(of: list)), notice: Notice(text: texts.listCreated))
    }
    pages.post("\(path)/update", returningTo: path) { visit, form in
      let list = try form.list
      guard let name = form["name"] else { throw PageError.badRequest }
      let (description, icon, color) = (form["description"], form["icon"], form["color"])
      let cleared: [ListField] = [
        description == nil ? .description : nil, icon == nil ? .icon : nil, color == nil ? .color : nil,
      ].compactMap(\.self)
      try await visit.acting(form).lists.update(
        list, name: name, description: description, icon: icon, color: color, shared: form["shared"] != nil,
        isDefault: form["default"] != nil, clear: cleared.isEmpty ? nil : cleared)
      return .done(to: form.keepingPerson(CollectionPages.path(of: list)), notice: Notice(text: texts.listSaved))
    }
    pages.post("\(path)/remove", returningTo: path) { visit, form in
      try await visit.acting(form).lists.remove(try form.list)
      return .done(to: form.keepingPerson(path), notice: Notice(text: texts.listRemoved))
    }
    pages.post("\(path)/order", returningTo: path) { visit, form in
      let list = try form.list
      let member = try form.child ?? visit.member
      let own = try await visit.client.lists.list(of: member).lists.filter { $0.ownerID == member }.map(\.id)
      let here = form.keepingPerson(path)
      guard let order = own.moving(list, up: try form.isUp) else { return .redirect(to: here) }
      try await visit.acting(form).lists.order(listIDs: order)
      return .done(to: here, notice: Notice(text: texts.moved))
    }

    pages.post("\(path)/put", returningTo: path) { visit, form in
      let (list, title) = (try form.list, try form.title)
      try await visit.acting(form).lists.addTitles([title.ref], to: list)
      let name = try await CollectionPages.collected(form, visit).facts.title
      let listName = try await visit.client.lists.get(list, limit: 1).list.name
      return .done(
        to: form.keepingPerson(title.path),
        notice: .undo(texts.puts(name, on: listName), "\(path)/take", form.listFields))
    }
    pages.post("\(path)/take", returningTo: path) { visit, form in
      let (list, title) = (try form.list, try form.title)
      try await visit.acting(form).lists.removeTitles([title.ref], from: list)
      let name = try await CollectionPages.collected(form, visit).facts.title
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(path),
        notice: .undo(texts.takenOff(name), "\(path)/put", form.listFields))
    }
    pages.post("\(path)/move", returningTo: path) { visit, form in
      let (list, title) = (try form.list, try form.title)
      let titles = try await titles(of: list, visit)
      let here = form.localPath("from") ?? form.keepingPerson(CollectionPages.path(of: list))
      guard let order = titles.moving(title.ref, up: try form.isUp), let place = order.firstIndex(of: title.ref) else {
        return .redirect(to: here)
      }
      try await visit.acting(form).lists.moveTitles([title.ref], in: list, after: place == 0 ? nil : order[place - 1])
      return .done(to: here, notice: Notice(text: texts.moved))
    }
  }

  /// Returns all titles of a list in their order, because a title's neighbour can be on another page.
  private static func titles(of list: ListID, _ visit: Visit) async throws -> [TitleRef] {
    var titles: [TitleRef] = []
    var cursor: String?
    for _ in 0..<maximumPages {
      let page = try await visit.client.lists.get(list, limit: 100, cursor: cursor)
      titles += page.items.map { TitleAddress($0.title).ref }
      cursor = page.nextCursor
      if cursor == nil { break }
    }
    return titles
  }
}

extension Array where Element: Equatable {
  /// Returns the elements with one a place earlier or later; nil if it is not there, or has no such place.
  func moving(_ element: Element, up isUp: Bool) -> [Element]? {
    guard let place = firstIndex(of: element) else { return nil }
    let target = isUp ? place - 1 : place + 1
    guard indices.contains(target) else { return nil }
    var copy = self
    copy.swapAt(place, target)
    return copy
  }
}

extension Form {
  fileprivate var list: ListID {
    get throws(PageError) {
      guard let list: ListID = id("list") else { throw .badRequest }
      return list
    }
  }

  fileprivate var isUp: Bool {
    get throws(PageError) {
      switch self["direction"] {
      case "up": true
      case "down": false
      default: throw .badRequest
      }
    }
  }

  fileprivate var listFields: [Notice.Button.Field] {
    ["list"].compactMap { name in self[name].map { .init(name: name, value: $0) } } + titleFields
  }
}
