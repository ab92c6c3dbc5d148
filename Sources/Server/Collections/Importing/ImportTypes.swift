import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

/// The result of a request of an import.
struct ImportView {
  /// The import to continue; nil if it has ended.
  let id: ImportID?
  let report: ImportReport
}

enum ImportTypes {
  private static let candidate = ResultObject<TitleCandidate>(
    "TitleCandidate", "A title that a record may mean.",
    [
      .members(CollectionTypes.ref.members) { $0.ref },
      .field("title", "the title") { $0.title },
      .field("year", "the year of release, or of the first episode") { $0.year },
    ])

  private static let unresolved = ResultObject<UnresolvedRecord>(
    "UnresolvedRecord", "A record that was not imported.",
    [
      .field("file", "the file") { $0.file },
      .field("line", "the line at which it begins") { $0.line },
      .field("name", "the title in the file") { $0.title.name },
      .field("year", "the year in the file") { $0.title.year },
      .field("uri", "the address in the file") { $0.title.uri },
      .field("imdb_id", "the IMDb id in the file") { $0.title.imdbID },
      .field("media_type", "`movie`, or `tv` for a series; null if the file does not say") { $0.title.mediaType },
      .field("reason", "why it was not imported") { $0.reason },
      .list("candidates", of: candidate, "the titles that it may mean") { $0.candidates },
    ])

  private static let ignored = ResultObject<IgnoredRecords>(
    "IgnoredRecords", "A file, or records of it, that are not imported.",
    [
      .field("file", "the file") { $0.file },
      .field("what", "what was ignored, in a few words") { $0.what },
      .field("count", "their number") { $0.count },
    ])

  private static let report = ResultObject<ImportReport>(
    "ImportCounts", "What an import has done so far.",
    [
      .field("format", "the format") { $0.format },
      .field("dry_run", "whether nothing is recorded") { $0.isDryRun },
      .field("lines", "the number of records that were read") { $0.lines },
      .field("titles_added", "the number of new titles") { $0.totals.titlesAdded },
      .field("titles_changed", "the number of changes of titles that were there") { $0.totals.titlesChanged },
      .field("plays_added", "the number of plays that were added or became more exact") { $0.totals.playsAdded },
      .field("ratings_set", "the number of ratings that were set") { $0.totals.ratingsSet },
      .field("lists_created", "the number of new lists") { $0.totals.listsCreated },
      .field("list_items_added", "the number of titles put on lists") { $0.totals.listItemsAdded },
      .field("notes_added", "the number of new notes") { $0.totals.notesAdded },
      .field("unchanged", "the number of records that changed nothing") { $0.totals.unchanged },
      .list("ignored", of: ignored, "what was ignored, the first 1,000; empty before the end") { $0.ignored },
      .field("unresolved_count", "the number of records that were not imported") { $0.unresolvedCount },
      .list("unresolved", of: unresolved, "records that were not imported, the first 1,000; empty before the end") {
        $0.unresolved
      },
    ])

  static let view = ResultObject<ImportView>(
    "ImportReport", "The progress of an import.",
    [
      .field("import_id", "the import to continue; null if it has ended") { $0.id },
      .object("report", report, "the report so far; complete if `import_id` is null") { $0.report },
    ])
}

extension Refusal {
  static let tooManyImports = Refusal(
    429, "too_many_imports", "the member has another import in progress, or the server has two",
    "Another import is in progress. Try again when it has ended.", .retryAfter(10_000))
  static let unknownImport = Refusal(
    404, "unknown_import", "the import has ended, or belongs to another connection",
    "This import has ended. Send all of it again: what is there already is not added twice.")
  static let unknownFormat = Refusal(
    422, "unknown_format", "the file has another format", "The file is not in a known format.", .file, .line)
  static let unknownColumns = Refusal(
    422, "unknown_columns", "the file lacks a column that is needed", "The file lacks a column that is needed.",
    .file, .line)
  static let badEncoding = Refusal(
    422, "bad_encoding", "the file is not in UTF-8", "The file is not in UTF-8.", .file, .line)
  static let badCSV = Refusal(422, "bad_csv", "the file is not CSV", "The file is not CSV.", .file, .line)
  static let badJSON = Refusal(422, "bad_json", "the file is not JSON", "The file is not JSON.", .file, .line)
  static let tooLong = Refusal(
    422, "too_long", "a field is longer than 64 KiB, a record than 1 MiB, or too many entries come before their titles",
    "The file has a field or record that is too long.", .file, .line)

  static let ofImports = [
    tooManyImports, unknownImport, unknownFormat, unknownColumns, badEncoding, badCSV, badJSON, tooLong,
  ]
}

extension RefusalData {
  static let file = RefusalData(.field("file", .text(), "the file"))
  static let line = RefusalData(.field("line", .integer(), "the line, from 1"))
}
