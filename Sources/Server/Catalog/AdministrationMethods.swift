import Catalog
import ProtocolSchema

extension Parameters {
  fileprivate func entryID(of kind: CatalogQuestion.Kind?) throws(Refusal) -> String? {
    guard let id = try self[CatalogParameters.entry] else { return nil }
    let kinds = kind.map { [$0] } ?? CatalogQuestion.Kind.allCases
    guard kinds.contains(where: { CatalogQuestion(kind: $0, id: id) != nil }) else {
      throw .badParameter("id", "is not an id of \(kind.map { "the kind \($0.rawValue)" } ?? "any kind")")
    }
    return id
  }

  fileprivate func entryCursor() throws(Refusal) -> String? {
    guard let cursor = try self[PageParameters.cursor] else { return nil }
    guard CatalogStoreKey(text: cursor) != nil else {
      throw .badParameter("cursor", "is not a cursor of this list")
    }
    return cursor
  }
}

extension Method {
  static let ofCatalogAdministration: [Method] = [
    .query(
      "catalog.status", "Returns the state of the catalog.", .administrator, gives: CatalogAdministrationTypes.status
    ) { (_, caller) throws(Refusal) -> Lookup<CatalogAdministrationTypes.Status> in
      guard let access = caller.catalog else { return .known(nil) }
      return .pending { done in access.catalog.status { done(.success(($0, access.host))) } }
    },
    .query(
      "catalog.clear", "Removes cached answers, so that the source is asked again. Movies in events do not change.",
      .administrator,
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
      "catalog.export", "Exports the cached answers, in the format that `--catalog file:PATH` reads.", .administrator,
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
  /// Creates a refusal with the cache store's own error message, because only operators see it.
  fileprivate static func catalogStoreUnavailable(_ error: CatalogStoreError) -> Refusal {
    storeUnavailable.saying(error.description)
  }
}

private enum CatalogAdministrationTypes {
  /// The catalog's status and the host of its source; nil if the server has no catalog.
  typealias Status = (status: CatalogStatus, host: String?)?

  private static let lastError = ResultObject<CatalogErrorState>(
    "CatalogTrouble", "The last error of the catalog's source.",
    [
      .field("at", "the time of the error") { $0.at },
      .field("kind", "the kind of error, such as `timeout`") { $0.kind },
      .field("operation", "the operation that failed") { $0.operation },
      .field("status", "the HTTP status; null if there was none") { $0.status },
    ])

  private static let counts = ResultObject<(operation: CatalogQuestion.Kind, counts: CatalogCounts)>(
    "CatalogCounts", "The numbers of lookups of one operation since the start.", identityKey: "operation",
    [
      .field("operation", "the operation") { $0.operation },
      .field("hits", "lookups answered from a fresh cached answer") { $0.counts.hits },
      .field("misses", "lookups answered by the source") { $0.counts.misses },
      .field("stale", "lookups answered from a stale cached answer") { $0.counts.stale },
      .field("not_found", "lookups that found nothing, also counted above") { $0.counts.notFound },
      .field("errors", "lookups that failed, also counted above") { $0.counts.errors },
    ])

  static let status = ResultObject<Status>(
    "CatalogStatus", "The state of the catalog and its cache.",
    [
      .field("source", "`tmdb` or `file`; null without a catalog") { $0?.status.health.source.rawValue },
      .field("state", "the state of the source; `none` without a catalog") {
        StatusState($0?.status.health.counters.state)
      },
      .field("host", "the host of the source; null for a file") { $0?.host },
      .field("language", "the language of titles and descriptions") { $0?.status.health.language },
      .field("last_success_at", "the time of the source's last answer; null if none since the start") {
        $0?.status.health.counters.lastSuccessAt
      },
      .nullableObject("last_error", lastError, "the last error; null if none since the start") {
        $0?.status.health.counters.lastError
      },
      .list("operations", of: counts, "one entry for each operation; empty without a catalog") { status in
        (status == nil ? [] : CatalogQuestion.Kind.allCases).map { kind in
          (operation: kind, counts: status?.status.health.counters.counts[kind] ?? CatalogCounts())
        }
      },
      .field("entries", "the number of answers cached on disk; null if unknown") {
        $0?.status.size?.entries
      },
      .field("bytes", unit: .bytes, "the size of the answers cached on disk; null if unknown") {
        $0?.status.size?.bytes
      },
      .field("attribution", "the credit to show with data from the catalog") {
        $0 == nil ? nil : CatalogAttribution.tmdb
      },
    ])

  private enum StatusState: String, ResultEnum {
    case ok, unauthorised, limited, unavailable, none

    package static let enumName = "CatalogStatusState"

    init(_ state: CatalogState?) { self = state.flatMap { Self(rawValue: $0.rawValue) } ?? .none }
  }

  static let forgotten = ResultObject<Int>(
    "ForgottenEntries", "The result of clearing the cache.",
    [.field("removed", "the number of answers removed from disk; 0 for a catalog from a file") { $0 }])

  static let export = ResultObject<CatalogExport>(
    "CatalogExport", "A page of the exported answers.",
    [
      .field("lines", "the lines of the export, one object each") { $0.lines.map(WrittenObject.init) },
      .nextCursor { $0.nextCursor },
    ])
}
