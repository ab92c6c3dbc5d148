import Catalog
import Domain
import Primitives
import WireProtocol

extension Method {
  /// `docs/protocol.md`, "Catalog": suggestions.
  static let ofSuggestions: [Method] = [
    .query(
      "suggestions.generate", "Finds movies that suit some members; nothing enters a round by it.",
      takes: [CatalogParameters.suited, CatalogParameters.excludedMovies], gives: SuggestionTypes.found,
      refuses: [.noMember, .notMembers, .tooFewPreferences] + Reason.ofCatalog
    ) { (parameters, caller) throws(WireError) -> Found<[UInt8]> in
      guard let household = caller.identity.household else { throw .noMember }
      let excluded = try parameters[CatalogParameters.excludedMovies]
      let wanted = WantedSuggestions(
        household: household, attendees: try parameters.attendees(), leftOut: Set(excluded), ceiling: .ofOpenRound)
      let circle = try caller.circle(wanted)
      guard let catalog = caller.catalog else { return try circle.then { _ in .never(.noCatalog) } }
      let end = catalog.endOfQuestions
      return catalog.inTime(
        try circle.then { (circle) throws(WireError) in
          try caller.suggestions(for: circle, from: catalog, by: end).map { JSONWriter.suggestions($0) }
        })
    }
  ]
}

extension JSONWriter {
  fileprivate static func suggestions(_ found: FoundSuggestions) -> [UInt8] {
    var json = JSONWriter(reserving: 8192)
    json.object { json in
      json.key("suggestions")
      json.array(found.movies) { json, suggestion in
        json.object { json in
          suggestion.movie.writeMembers(to: &json)
          suggestion.merit.writeMembers(to: &json)
        }
      }
      json.key("relaxed_constraints")
      json.array(found.relaxed) { $0.string($1.rawValue) }
      json.field("watchlist_eligible_count", found.eligibleCount)
      let provenance = found.provenance
      json.field("source", provenance.oldest?.source.rawValue)
      json.field("fetched_at", provenance.oldest?.fetchedAt)
      json.field("stale", provenance.isStale)
    }
    return json.bytes
  }
}
