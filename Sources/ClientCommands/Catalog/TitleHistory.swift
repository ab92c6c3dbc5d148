import Console
import MovieNightPrimitives

/// What a household had to do with a movie.
struct TitleHistory {
  struct Listing {
    let addedBy: String?
    let addedAt: Timestamp
  }

  struct Watching {
    let at: Timestamp
    let markedBy: String?
    let isMovieNight: Bool
  }

  struct Night {
    let roundID: String
    let status: SessionStatus
    let createdAt: Timestamp
    let votesUp: Int
    let votesDown: Int
    let ownVote: String?
    let isPicked: Bool
    let ratings: RatingsCount?
  }

  /// Nil where it is not on the watchlist.
  let listing: Listing?
  /// Nil where it was not watched.
  let watching: Watching?
  /// Whether a round would refuse it for its rating.
  let exceedsCeiling: Bool
  /// Newest first.
  let nights: [Night]

  init(_ json: JSONValue) throws(JSONError) {
    listing = try json.optionalObject("on_watchlist").map { (json) throws(JSONError) in
      Listing(addedBy: try json.text("added_by_name"), addedAt: try json.timestamp("added_at"))
    }
    watching = try json.optionalObject("watched").map { (json) throws(JSONError) in
      Watching(
        at: try json.timestamp("watched_at"), markedBy: try json.text("marked_by_name"),
        isMovieNight: try json.optionalString("round_id") != nil)
    }
    exceedsCeiling = try json.optionalBool("exceeds_ceiling") ?? false
    nights = try json.list("rounds") { (json) throws(JSONError) in
      Night(
        roundID: printable(try json.string("round_id")), status: SessionStatus(word: try json.string("status")),
        createdAt: try json.timestamp("created_at"), votesUp: try json.integer("votes_up"),
        votesDown: try json.integer("votes_down"), ownVote: try json.text("my_vote"),
        isPicked: try json.bool("picked"), ratings: try RatingsCount(json["ratings_summary"]))
    }
  }
}

/// The same, as sections of the movie's page.
struct TitleHistoryDrawing {
  let page: CatalogPage
  let history: TitleHistory

  /// A movie that comes back every week has many nights.
  private static let nightLimit = 5

  private var canvas: Canvas { page.canvas }

  var lines: [String] { page.section("In your household", facts) + page.section("Movie nights", nights) }

  private var facts: [String] {
    let listed = history.listing.map { listing in
      "On the watchlist since \(canvas.dateText(listing.addedAt))" + by(listing.addedBy, "added")
    }
    let watched = history.watching.map { watching in
      "Watched on \(canvas.dateText(watching.at))"
        + (watching.isMovieNight ? ", at a movie night" : by(watching.markedBy, "marked"))
    }
    let ceiling = history.exceedsCeiling ? canvas.styled("Over the ceiling of a round", .warning) : nil
    return [listed, watched].compactMap(\.self).map { truncated($0, to: page.sectionColumns) }
      + (ceiling.map { [$0] } ?? [])
  }

  private func by(_ name: String?, _ deed: String) -> String { name.map { ", \(deed) by \($0)" } ?? "" }

  private var nights: [String] {
    let left = history.nights.count - Self.nightLimit
    return history.nights.prefix(Self.nightLimit).flatMap(night)
      + (left > 0 ? [canvas.styled("and \(grouped(left)) before", .faint)] : [])
  }

  private func night(_ night: TitleHistory.Night) -> [String] {
    let first = [
      canvas.badge(night.status), canvas.dateText(night.createdAt), "▲ \(night.votesUp)  ▼ \(night.votesDown)",
    ].joined(separator: "  ")
    let outcome = [night.isPicked ? canvas.styled("★ Picked", .accent) : nil, night.ownVote.map { "you voted \($0)" }]
    let second = outcome.compactMap(\.self).joined(separator: " · ")
    let ratings = night.ratings.map { $0.total > 0 ? canvas.ratingsText($0) : "" } ?? ""
    return [first] + [second, ratings, canvas.styled(night.roundID, .faint)].filter { !$0.isEmpty }.map { "  \($0)" }
  }
}
