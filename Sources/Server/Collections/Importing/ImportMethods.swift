import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

enum ImportParameters {
  static let format = Parameter<ImportFormat>.required(
    "format", .enumeration("ImportFormat"), "the service that the files are from; `nights` for attended nights")
  static let file = Parameter<String?>.optional(
    "file", .text(.bytes(1...1_000)), "the file's path in its folder; default: the file before", isPersonal: true)
  static let data = Parameter<String>.optional(
    "data", .text(.bytes(0...512 << 10)), or: "", "the next part of the file, with at most 200 records",
    isPersonal: true
  ).customValidated
  static let more = Parameter<Bool>.bool(
    "more", "`true` if more data follows; after the last data, continue without data until `import_id` is null")
  static let importID = Parameter<ImportID?>.optional(
    "import_id", .id("import"), "the import to continue; default: a new one")
  static let dryRun = Parameter<Bool>.bool("dry_run", "`true` to report what would be done, for a new import")
  static let resolutions = Parameter<[TitleResolution]?>.optional(
    "resolutions", .list(.resolution, atMost: 5_000),
    "the titles that names and ids in the files mean; default: none new",
    isPersonal: true)

  // MARK: Exports

  static let exportFormat = Parameter<ExportFormat>.required(
    "format", .enumeration("ExportFormat"),
    "`movienight` for titles, plays, ratings and lists as JSON, `letterboxd` for a CSV of movies")
  static let includesNotes = Parameter<Bool>.bool("include_notes", "`true` to include notes")
}

/// A title that a member gives for a name or an id in a file.
struct TitleResolution: Sendable {
  let source: SourceTitle
  let ref: TitleRef

  static let type = ObjectType(
    "TitleResolution", "A title that a name or an id in a file means.",
    [
      .optional("name", .text(.bytes(1...1_000)), "the title in the file; needs no other key"),
      .optional("year", .integer(), "the year in the file"),
      .optional("uri", .text(.bytes(1...1_000)), "the address in the file"),
      .optional("imdb_id", .text(.bytes(1...100)), "the IMDb id in the file"),
    ] + CollectionTypes.ref.type.fields)
}

extension WireValue where Value == TitleResolution {
  static var resolution: WireValue {
    .object(TitleResolution.type) { json throws(ValidationError) in
      do throws(JSONError) {
        let source = SourceTitle(
          name: try json.optional("name"), year: try json.optional("year"), uri: try json.optional("uri"),
          imdbID: try json.optional("imdb_id"))
        return TitleResolution(source: source, ref: try TitleRef(json: json))
      } catch {
        throw ValidationError(error)
      }
    }
  }
}

extension Method {
  static let ofImports: [Method] = [
    .command(
      "collection.import",
      "Imports titles, plays, ratings, lists and notes from another service's files, which are sent in pieces.",
      takes: [
        ImportParameters.format, ImportParameters.file, ImportParameters.data, ImportParameters.more,
        ImportParameters.importID, ImportParameters.dryRun, ImportParameters.resolutions,
      ],
      gives: ImportTypes.view, refuses: Refusal.ofImports, preparation: .onWorker, waitsInBackground: true
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, member) = try caller.member(parameters)
      let owner = CollectionOwner(household: household, reader: caller.memberID ?? member, member: member)
      try caller.checkImporter(owner)
      let sent = SentPiece(
        file: try parameters[ImportParameters.file], data: try parameters[ImportParameters.data],
        more: try parameters[ImportParameters.more], command: try parameters[CommandParameters.commandID])
      let resolutions = try parameters[ImportParameters.resolutions]
      let session = try caller.importSession(parameters, of: owner)
      guard !session.isBusy else { throw .tooManyImports }
      do throws(Refusal) {
        if let resolutions { session.memory.withLock { $0.add(resolutions) } }
        let hasNights = try parameters[ImportParameters.importID] == nil && session.format == .nights
        let nights = hasNights ? try readRows { try caller.unrecordedNights(of: owner) } : []
        let piece = try session.take(sent, nights: nights)
        let lookup = try ImportResolver(caller: caller, session: session).resolve(piece)
        let commands = try lookup.map { session.command(piece, $0, by: sender, caller.imports) }
        return session.command(piece, ResolvedPiece(), by: sender, caller.imports)
          .completed(by: caller.imports.occupying(session, with: commands))
      } catch {
        // The parser's state may be that of half a piece.
        caller.imports.end(session.id)
        throw error
      }
    },
    .query(
      "collection.export", "Returns a member's collection as a file, page by page.",
      takes: [
        ImportParameters.exportFormat, ImportParameters.includesNotes, CollectionParameters.member,
        HouseholdParameters.household, PageParameters.cursor,
      ],
      refuses: [.noMember, .cannotActAs, .unknownMember, .wrongRevision]
    ) { (parameters, caller) throws(Refusal) in
      let member = try parameters[CollectionParameters.member]
      guard let member = member ?? caller.memberID else {
        throw .badParameter("member_id", "is required for administrators")
      }
      return CollectionExport(
        household: try caller.household(parameters), reader: caller.memberID, member: member,
        format: try parameters[ImportParameters.exportFormat],
        includesNotes: try parameters[ImportParameters.includesNotes],
        cursor: try parameters[PageParameters.cursor])
    },
  ]
}

extension Caller {
  /// Checks that the caller may import for the member, before the import takes the member's place.
  fileprivate func checkImporter(_ owner: CollectionOwner) throws(Refusal) {
    let household = try readRows { try readModels.household(owner.household) }
    guard let member = household?.member(owner.member),
      owner.reader.isAuthorized(for: owner.member, parent: member.parentID)
    else { throw .cannotActAs }
  }

  fileprivate func importSession(_ parameters: Parameters, of owner: CollectionOwner) throws(Refusal) -> ImportSession {
    let format = try parameters[ImportParameters.format]
    let isDryRun = try parameters[ImportParameters.dryRun]
    if let id = try parameters[ImportParameters.importID] { return try imports.session(id, by: owner, on: connection) }
    return try imports.begin(makeID(), by: owner, on: connection, format, isDryRun: isDryRun)
  }
}

extension ImportSession {
  /// Returns the command that records a piece. Its result is the report after it.
  fileprivate func command(
    _ piece: ImportPiece, _ resolved: ResolvedPiece, by sender: Sender, _ sessions: ImportSessions
  ) -> PreparedCommand<ImportView> {
    let command = AddressedImport(
      household: owner.household, member: owner.member, lists: piece.lists, entries: resolved.entries,
      progress: progress, number: piece.number)
    return PreparedCommand(command: command, sender: sender) { [self] rows in
      let report = settle(piece, resolved)
      if piece.isLast { sessions.end(id) }
      return (
        ImportView(id: piece.isLast ? nil : id, report: report), try rows.collectionRevision(of: owner.member)
      )
    }
  }
}
