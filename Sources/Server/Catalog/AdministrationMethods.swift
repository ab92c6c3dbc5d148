import Catalog
import ProtocolSchema

extension Parameters {
  fileprivate func entryID(of kind: CatalogQuestion.Kind?) throws(Refusal) -> String? {
    guard let id = try self[CatalogParameters.entry] else { return nil }
    let kinds = kind.map { [$0] } ?? CatalogQuestion.Kind.allCases
    guard kinds.contains(where: { CatalogQuestion(kind: $0, id: id) != nil }) else {
      throw .badParameter("id", "is none of \(kind.map { "the kind \($0.rawValue)" } ?? "any kind")")
    }
    return id
  }

  fileprivate func entryCursor() throws(Refusal) -> String? {
    guard let cursor = try self[PageParameters.cursor] else { return nil }
    guard CatalogStoreKey(text: cursor) != nil else {
      throw .badParameter("cursor", "is none: it takes what next_cursor said")
    }
    return cursor
  }
}

extension Method {
  static let ofCatalogAdministration: [Method] = [
    .query(
      "catalog.status", "Tells how it goes with the catalog.", .administrator, gives: CatalogAdministrationTypes.status
    ) { (_, caller) throws(Refusal) -> Lookup<CatalogAdministrationTypes.Status> in
      guard let access = caller.catalog else { return .known(nil) }
      return .pending { done in access.catalog.status { done(.success(($0, access.host))) } }
    },
    .query(
      "catalog.clear", "Forgets what is kept, so that the source is asked again.", .administrator,
      takes: [CatalogParameters.operation, CatalogParameters.entry],
      gives: CatalogAdministrationTypes.forgotten, refuses: [.noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<Int> in
      let kind = try parameters[CatalogParameters.operation]
      let id = try parameters.entryID(of: kind)
      let catalog = try caller.requireCatalog().catalog
      return .pending { done in
        catalog.clear(kind: kind, id: id) { done($0.mapError { .catalogStoreUnavailable($0) }) }
      }
    },
    .query(
      "catalog.export", "Shows what is kept, as `--catalog file:PATH` reads it.", .administrator,
      takes: [PageParameters.cursor],
      gives: CatalogAdministrationTypes.export, refuses: [.noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<CatalogExport> in
      let cursor = try parameters.entryCursor()
      let catalog = try caller.requireCatalog().catalog
      return .pending { done in
        catalog.export(after: cursor, limit: 500) { done($0.mapError { .catalogStoreUnavailable($0) }) }
      }
    },
  ]
}

extension Refusal {
  /// The error with the store's own message: only operators see this answer.
  fileprivate static func catalogStoreUnavailable(_ error: CatalogStoreError) -> Refusal {
    storeUnavailable.saying(error.description)
  }
}

private enum CatalogAdministrationTypes {
  /// Nil without a catalog.
  typealias Status = (status: CatalogStatus, host: String?)?

  private static let lastError = ResultObject<CatalogErrorState>(
    "CatalogTrouble", "What went wrong last.",
    [
      .field("at", "when") { $0.at },
      .field("kind", "what went wrong: `timeout`") { $0.kind },
      .field("operation", "with which question") { $0.operation },
      .field("status", "the status of HTTP; null where there was none") { $0.status },
    ])

  private static let counts = ResultObject<(operation: CatalogQuestion.Kind, counts: CatalogCounts)>(
    "CatalogCounts", "What became of the questions of a kind, since the start.", identityKey: "operation",
    [
      .field("operation", "which kind") { $0.operation },
      .field("hits", "answered by a fresh copy") { $0.counts.hits },
      .field("misses", "answered by the source") { $0.counts.misses },
      .field("stale", "answered by an old copy") { $0.counts.stale },
      .field("not_found", "of them, said that there is no such thing") { $0.counts.notFound },
      .field("errors", "of them, failed") { $0.counts.errors },
    ])

  static let status = ResultObject<Status>(
    "CatalogStatus", "How it goes with the catalog.",
    [
      .field("source", "`tmdb` or `file`; null without a catalog") { $0?.status.health.source.rawValue },
      .field("state", "`none` without a catalog") { StatusState($0?.status.health.counters.state) },
      .field("host", "whom it asks; null for a file") { $0?.host },
      .field("language", "the language of its texts") { $0?.status.health.language },
      .field("last_success_at", "when its source answered last; null where it has not since the start") {
        $0?.status.health.counters.lastSuccessAt
      },
      .nullableObject("last_error", lastError, "what went wrong last; null where nothing has since the start") {
        $0?.status.health.counters.lastError
      },
      .list("operations", of: counts, "one for each kind of question; empty without a catalog") { status in
        (status == nil ? [] : CatalogQuestion.Kind.allCases).map { kind in
          (operation: kind, counts: status?.status.health.counters.counts[kind] ?? CatalogCounts())
        }
      },
      .field("entries", "how many are kept over restarts; null where the store does not say") {
        $0?.status.size?.entries
      },
      .field("bytes", unit: .bytes, "how large they are; null where the store does not say") {
        $0?.status.size?.bytes
      },
      .field("attribution", "to be shown with what is from there") { $0 == nil ? nil : CatalogAttribution.tmdb },
    ])

  private enum StatusState: String, ResultEnum {
    case ok, unauthorised, limited, unavailable, none

    package static let enumName = "CatalogStatusState"

    init(_ state: CatalogState?) { self = state.flatMap { Self(rawValue: $0.rawValue) } ?? .none }
  }

  static let forgotten = ResultObject<Int>(
    "ForgottenEntries", "What was forgotten.", [.field("removed", "how many entries the store had") { $0 }])

  static let export = ResultObject<CatalogExport>(
    "CatalogExport", "Some of what is kept.",
    [
      .field("lines", "to be written one a line") { $0.lines.map(WrittenObject.init) },
      .nextCursor { $0.nextCursor },
    ])
}
