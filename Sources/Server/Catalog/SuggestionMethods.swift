import ProtocolSchema

extension Method {
  static let ofSuggestions: [Method] = [
    .query(
      "suggestions.generate", "Suggests movies that suit a group of members, without adding them to a round.",
      takes: [CatalogParameters.suggestionAttendees, CatalogParameters.excludedMovies], gives: CatalogTypes.suggestions,
      refuses: [.noMember, .notMembers, .tooFewPreferences] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) -> Lookup<SuggestionResults> in
      guard let household = caller.identity.household else { throw .noMember }
      let excluded = try parameters[CatalogParameters.excludedMovies]
      let wanted = WantedSuggestions(
        household: household, attendees: try parameters.attendees(), excludedMovies: Set(excluded),
        ceiling: .ofOpenRound)
      let suggestionContext = try caller.suggestionContext(wanted)
      guard let catalog = caller.catalog else { return try suggestionContext.then { _ in .failing(.noCatalog) } }
      let end = catalog.questionDeadline
      return catalog.inTime(
        try suggestionContext.then { (suggestionContext) throws(Refusal) in
          try caller.suggestions(for: suggestionContext, from: catalog, by: end)
        })
    }
  ]
}
