import MovieNightKit

/// Each member's own titles, lists and notes, and files in and out.
enum CollectionPages: Area {
  static let templates = [
    "collection": PackageResources.collection_mustache,
    "collection-title": PackageResources.collection_title_mustache,
    "collection-row": PackageResources.collection_row_mustache,
    "collection-add": PackageResources.collection_add_mustache,
    "collection-note": PackageResources.collection_note_mustache,
    "collection-notes": PackageResources.collection_notes_mustache,
    "list-mark": PackageResources.list_mark_mustache,
    "list-look": PackageResources.list_look_mustache,
    "collection-lists": PackageResources.collection_lists_mustache,
    "collection-list": PackageResources.collection_list_mustache,
    "collection-files": PackageResources.collection_files_mustache,
    "title-fields": PackageResources.title_fields_mustache,
  ]
  static let styles = PackageResources.collection_css
  static let navigation = [NavigationLink(path: path, label: CollectionTexts().heading)]

  static let path = "/collection"
  static let listsPath = "\(path)/lists"
  /// The number of titles that a page shows at a time.
  static let pageSize = 20

  static func path(of list: ListID) -> String { "\(listsPath)/\(list)" }

  static func register(in pages: inout Pages) {
    registerTitles(in: &pages)
    registerNotes(in: &pages)
    CollectionLists.register(in: &pages)
    CollectionFiles.register(in: &pages)
  }

  // MARK: Titles

  private static func registerTitles(in pages: inout Pages) {
    let texts = CollectionTexts()

    pages.get(path) { visit in
      let status = visit.query["status"].map { TitleStatus(rawValue: $0) }
        .flatMap { TitleStatus.allCases.contains($0) ? $0 : nil }
      let cursor = visit.query["cursor"]
      let query = String((visit.query["q"] ?? "").prefix(200))
      let acting = try await visit.actingSwitch()
      async let overview = visit.client.collection.get(of: acting.child)
      let page = try await visit.client.titles.list(
        of: acting.child, limit: pageSize, cursor: cursor, status: status.map { [$0] },
        query: query.isEmpty ? nil : query,
        today: visit.reader.today)
      let model = CollectionScreen(
        page, try await overview, status: status, query: query, isContinued: cursor != nil,
        imageURL: await visit.site.facts.imageURL, acting: acting)
      return .screen(Screen(texts.heading, template: "collection", model: model))
    }
    pages.get("\(path)/add") { visit in
      .screen(Screen(texts.add, template: "collection-add", model: try await search(for: visit)))
    }
    pages.get("\(path)/:type/:id") { visit in
      guard let title = TitleAddress(type: visit.visitor.parameter("type"), id: visit.visitor.parameter("id")) else {
        throw PageError.notFound
      }
      let acting = try await visit.actingSwitch()
      async let lists = visit.client.lists.list(of: acting.child)
      let details = try await visit.client.titles.get(
        title.type, title.id, of: acting.child, today: visit.reader.today)
      let model = TitleScreen(
        details, lists: try await lists.lists, member: acting.child ?? visit.member,
        imageURL: await visit.site.facts.imageURL, reader: visit.reader, acting: acting)
      return .screen(Screen(details.title.facts.title, template: "collection-title", model: model))
    }

    pages.post("\(path)/add", returningTo: path) { visit, form in
      let title = try form.title
      try await visit.actingWithCatalog(form).titles.add([
        NewTitle(mediaType: title.type, tmdbID: title.id, status: .planned)
      ])
      return .done(
        to: form.keepingPerson(title.path),
        notice: .undo(texts.added(try await collected(form, visit).facts.title), "\(path)/remove", form.titleFields))
    }
    pages.post("\(path)/remove", returningTo: path) { visit, form in
      let name = try await collected(form, visit).facts.title
      try await visit.acting(form).titles.remove([try form.title.ref])
      return .done(to: form.keepingPerson(path), notice: Notice(text: texts.removed(name)))
    }
    pages.post("\(path)/status", returningTo: path) { visit, form in
      let title = try form.title
      guard let value = form["status"] else { throw PageError.badRequest }
      let before = try await collected(form, visit)
      let status = value == "none" ? nil : TitleStatus(rawValue: value)
      try await visit.acting(form).titles.set([title.ref], status: status, clear: status == nil ? [.status] : nil)
      let undo = form.titleFields + [.init(name: "status", value: before.status?.rawValue ?? "none")]
      return .done(
        to: form.keepingPerson(title.path),
        notice: .undo(texts.statusSet(before.facts.title, status?.rawValue), "\(path)/status", undo))
    }
    pages.post("\(path)/rate", returningTo: path) { visit, form in
      let title = try form.title
      guard let value = form["rating"] else { throw PageError.badRequest }
      let rating = value == "none" ? nil : Rating(rawValue: value)
      try await visit.acting(form).titles.set([title.ref], rating: rating, clear: rating == nil ? [.rating] : nil)
      return .done(to: form.keepingPerson(title.path), notice: Notice(text: texts.saved))
    }
    pages.post("\(path)/favourite", returningTo: path) { visit, form in
      let title = try form.title
      try await visit.acting(form).titles.set([title.ref], favourite: form["on"] != nil)
      return .done(to: form.keepingPerson(title.path), notice: Notice(text: texts.saved))
    }
    pages.post("\(path)/private", returningTo: path) { visit, form in
      let title = try form.title
      try await visit.acting(form).titles.set([title.ref], private: form["on"] != nil)
      return .done(to: form.keepingPerson(title.path), notice: Notice(text: texts.saved))
    }
    pages.post("\(path)/seen", returningTo: path) { visit, form in
      let title = try form.title
      guard title.type == .movie else { throw PageError.badRequest }
      if form["on"] != nil {
        try await visit.acting(form).titles.mark([title.id])
      } else {
        try await visit.acting(form).titles.unmark([title.id])
      }
      return .done(to: form.keepingPerson(title.path), notice: Notice(text: texts.saved))
    }
  }

  private static func search(for visit: Visit) async throws -> AddTitleScreen {
    let texts = CollectionTexts()
    let acting = try await visit.actingSwitch()
    guard let query = visit.query["q"] else {
      return AddTitleScreen(query: "", problem: nil, results: [], acting: acting)
    }
    let imageURL = await visit.site.facts.imageURL
    do {
      async let series = visit.catalog.tv.search(query)
      let movies = try await visit.catalog.movies.search(query).results
      func result(
        _ type: MediaType, _ id: Int, _ name: String, _ year: Int?, _ genres: [String], _ poster: String?
      ) -> AddTitleScreen.Result {
        let facts = [type == .tv ? texts.series : texts.movie, year.map { "\($0)" }].compactMap(\.self)
        return AddTitleScreen.Result(
          type: type.rawValue, id: id, name: name, meta: (facts + genres.prefix(3)).joined(separator: " · "),
          poster: Poster(title: name, path: poster, base: imageURL))
      }
      let found =
        try await series.results.map {
          result(.tv, Int($0.tmdbID.rawValue), $0.name, $0.year, $0.genres, $0.posterPath)
        } + movies.map { result(.movie, Int($0.id.rawValue), $0.title, $0.year, $0.genres, $0.posterPath) }
      return AddTitleScreen(
        query: query, problem: found.isEmpty ? texts.noResults(query) : nil, results: found,
        acting: acting)
    } catch let error as ClientError {
      return AddTitleScreen(
        query: query, problem: try RefusalTexts.sentence(ofSearch: error), results: [],
        acting: acting)
    }
  }

  /// The title that a form names, in the collection of the person whom the form acts for.
  static func collected(_ form: Form, _ visit: Visit) async throws -> Title {
    let title = try form.title
    return try await visit.client.titles.get(title.type, title.id, of: form.child).title
  }

  // MARK: Notes

  private static func registerNotes(in pages: inout Pages) {
    let texts = CollectionTexts()

    pages.post("\(path)/notes/add", returningTo: path) { visit, form in
      let title = try form.title
      let here = form.localPath("from") ?? form.keepingPerson(title.path)
      guard let text = form.text else { return .redirect(to: here) }
      try await visit.acting(form).notes.add(
        text, on: title.type, id: title.id, seasonNumber: form["season"].flatMap { Int($0) },
        episodeNumber: form["episode"].flatMap { Int($0) }, ownerOnly: form["owner_only"] != nil)
      return .done(to: here, notice: Notice(text: texts.noteAdded))
    }
    pages.post("\(path)/notes/edit", returningTo: path) { visit, form in
      let title = try form.title
      guard let note: NoteID = form.id("note"), let text = form.text else { throw PageError.badRequest }
      try await visit.acting(form).notes.edit(note, text: text, ownerOnly: form["owner_only"] != nil)
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(title.path), notice: Notice(text: texts.noteSaved))
    }
    pages.post("\(path)/notes/remove", returningTo: path) { visit, form in
      let title = try form.title
      guard let note: NoteID = form.id("note") else { throw PageError.badRequest }
      try await visit.acting(form).notes.remove(note)
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(title.path), notice: Notice(text: texts.noteRemoved))
    }
  }
}

extension Form {
  /// The title that a form names.
  var title: TitleAddress {
    get throws(PageError) {
      guard let title = TitleAddress(type: self["type"] ?? "", id: self["title"] ?? "") else { throw .badRequest }
      return title
    }
  }

  var titleFields: [Notice.Button.Field] {
    personFields + ["type", "title"].compactMap { name in self[name].map { .init(name: name, value: $0) } }
  }

  /// The text of a note as it was typed, with the line ends of Unix; nil if it is blank.
  fileprivate var text: String? {
    let typed = fields.first { $0.name == "text" }?.value ?? ""
    return typed.trimmed.isEmpty ? nil : typed.replacing("\r\n", with: "\n")
  }
}
