import Testing

@testable import ClientGenerator

struct NamesTests {
  @Test(arguments: [
    ("round_id", "roundID"), ("tmdb_movie_id", "tmdbMovieID"), ("poster_urls", "posterURLs"), ("imdb_id", "imdbID"),
    ("exclude_movie_ids", "excludeMovieIDs"), ("did_not_like", "didNotLike"), ("PG-13", "pg13"), ("G", "g"),
    ("id", "id"), ("uptime_s", "uptimeSeconds"), ("held_ms", "heldMilliseconds"), ("trailer_url", "trailerURL"),
    ("VoteCast", "voteCast"), ("VotingOpened", "votingOpened"),
  ]) func wireNameBecomesLowerCamelCase(wire: String, swift: String) {
    #expect(Names.lowerCamel(wire) == swift)
  }

  @Test(arguments: [("rounds", "Rounds"), ("tv", "TV"), ("open_voting", "OpenVoting"), ("round", "Round")])
  func wireNameBecomesUpperCamelCase(wire: String, swift: String) {
    #expect(Names.upperCamel(wire) == swift)
  }

  @Test func swiftKeywordIsEscapedWithBackticks() {
    #expect(Names.escaped("internal") == "`internal`")
    #expect(Names.escaped("internals") == "internals")
  }

  @Test(arguments: [
    ("null before", "Nil before."), ("its title", "Its title."), ("`true`: at once", "`true`: at once."),
    ("nullable things stay", "Nullable things stay."),
    ("all if it is missing or empty", "All if it is nil or empty."),
    ("when; null, else not", "When; nil, else not."),
  ]) func descriptionBecomesSentence(words: String, sentence: String) {
    #expect(Sentences.sentence(words) == sentence)
  }
}
