import Catalog
import Domain
import EventStore
import Primitives
import WireProtocol

extension Parameters {
  /// Of an entry that is kept.
  fileprivate func entryID(of kind: CatalogQuestion.Kind?) throws(WireError) -> String? {
    guard let id = try self[CatalogParameters.entry] else { return nil }
    let kinds = kind.map { [$0] } ?? CatalogQuestion.Kind.allCases
    guard kinds.contains(where: { CatalogQuestion(kind: $0, id: id) != nil }) else {
      throw .badParameter("id", "is none of \(kind.map { "the kind \($0.rawValue)" } ?? "any kind")")
    }
    return id
  }

  fileprivate func entryCursor() throws(WireError) -> String? {
    guard let cursor = try self[PageParameters.cursor] else { return nil }
    guard CatalogStoreKey(text: cursor) != nil else {
      throw .badParameter("cursor", "is none: it takes what next_cursor said")
    }
    return cursor
  }
}

extension Method {
  /// `docs/protocol.md`, "Catalog": for administrators.
  static let ofCatalogAdministration: [Method] = [
    .query(
      "catalog.status", "Tells how it goes with the catalog.", .administrator, gives: CatalogAdministrationTypes.status
    ) { (_, caller) throws(WireError) -> Found<[UInt8]> in
      guard let access = caller.catalog else { return .now(JSONWriter.noCatalogStatus()) }
      return .later(Later { done in access.catalog.status { done(.success(JSONWriter.status($0, of: access.host))) } })
    },
    .query(
      "catalog.clear", "Forgets what is kept, so that the source is asked again.", .administrator,
      takes: [CatalogParameters.operation, CatalogParameters.entry],
      gives: ObjectType(
        "ForgottenEntries", "What was forgotten.", [.field("removed", .integer(), "how many entries the store had")]),
      refuses: [.noCatalog]
    ) {
      (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let kind = try parameters[CatalogParameters.operation]
      let id = try parameters.entryID(of: kind)
      let catalog = try caller.requireCatalog().catalog
      return .later(
        Later { done in
          catalog.clear(kind: kind, id: id) { result in
            done(result.map { JSONWriter.removed($0) }.mapError { .catalogStoreUnavailable($0) })
          }
        })
    },
    .query(
      "catalog.export", "Shows what is kept, as `--catalog file:PATH` reads it.", .administrator,
      takes: [PageParameters.cursor],
      gives: ObjectType(
        "CatalogExport", "Some of what is kept.",
        [
          .field("lines", .list(of: .document), "to be written one a line"), PageParameters.nextCursor,
        ]), refuses: [.noCatalog]
    ) { (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      let cursor = try parameters.entryCursor()
      let catalog = try caller.requireCatalog().catalog
      return .later(
        Later { done in
          catalog.export(after: cursor, limit: 500) { result in
            done(result.map { JSONWriter.exported($0) }.mapError { .catalogStoreUnavailable($0) })
          }
        })
    },
  ]
}

extension WireError {
  /// With the store's own words, which are for operators: and so is the answer.
  fileprivate static func catalogStoreUnavailable(_ error: CatalogStoreError) -> WireError {
    WireError(storeUnavailable.code, storeUnavailable.reason, error.description)
  }
}

extension JSONWriter {
  fileprivate static func status(_ status: CatalogStatus, of host: String?) -> [UInt8] {
    let health = status.health
    var json = JSONWriter(reserving: 1024)
    json.object { json in
      json.field("source", health.source.rawValue)
      json.field("state", health.state.rawValue)
      json.field("host", host)
      json.field("language", health.language)
      json.field("last_success_at", health.lastSuccessAt)
      json.key("last_error")
      if let trouble = health.lastError {
        json.object { json in
          json.field("at", trouble.at)
          json.field("kind", trouble.kind)
          json.field("operation", trouble.operation.rawValue)
          json.field("status", trouble.status)
        }
      } else {
        json.null()
      }
      json.key("operations")
      json.array(CatalogQuestion.Kind.allCases) { json, kind in
        let counts = health.counts[kind] ?? CatalogCounts()
        json.object { json in
          json.field("operation", kind.rawValue)
          json.field("hits", counts.hits)
          json.field("misses", counts.misses)
          json.field("stale", counts.stale)
          json.field("not_found", counts.notFound)
          json.field("errors", counts.errors)
        }
      }
      json.field("entries", status.size?.entries)
      json.field("bytes", status.size?.bytes)
      json.field("attribution", CatalogAttribution.tmdb)
    }
    return json.bytes
  }

  fileprivate static func noCatalogStatus() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.nullField("source")
      json.field("state", "none")
      for name: StaticString in ["host", "language", "last_success_at", "last_error"] { json.nullField(name) }
      json.key("operations")
      json.array([Int]()) { $0.integer($1) }
      for name: StaticString in ["entries", "bytes", "attribution"] { json.nullField(name) }
    }
    return json.bytes
  }

  fileprivate static func removed(_ count: Int) -> [UInt8] {
    var json = JSONWriter()
    json.object { $0.field("removed", count) }
    return json.bytes
  }

  fileprivate static func exported(_ export: CatalogExport) -> [UInt8] {
    var json = JSONWriter(reserving: 64 << 10)
    json.object { json in
      json.key("lines")
      json.array(export.lines) { $0.raw($1) }
      json.field("next_cursor", export.nextCursor)
    }
    return json.bytes
  }
}
