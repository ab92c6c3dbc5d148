import Domain
import EventStore
import Primitives
import Projections

extension JSONWriter {
  /// A page of the watchlist (`docs/protocol.md`, `watchlist.list`).
  mutating func watchlist(_ page: RowPage<ListedMovie>, _ directory: HouseholdDirectory) {
    object { json in
      json.key("items")
      json.array(page.rows) { json, listed in
        let entry = listed.entry
        json.object { json in
          entry.movie.writeMembers(to: &json)
          json.field("added_by", entry.addedBy)
          json.field("added_by_name", directory[entry.addedBy].displayName)
          json.field("added_at", entry.addedAt)
        }
      }
      json.field("next_cursor", page.next?.wireText)
    }
  }

  /// A page of the watched list (`docs/protocol.md`, `watched.list`).
  ///
  /// - Parameter summaries: those of the page's rounds.
  mutating func watched(
    _ page: RowPage<WatchedMovie>, _ summaries: [RoundID: RatingsSummary],
    _ directory: HouseholdDirectory
  ) {
    object { json in
      json.key("items")
      json.array(page.rows) { json, watched in
        json.object { json in
          watched.movie.writeMembers(to: &json)
          json.field("watched_at", watched.watchedAt)
          json.field("source", watched.sourceName)
          json.field("marked_by", watched.markedBy)
          json.field("marked_by_name", watched.markedBy.map { directory[$0].displayName })
          json.field("undo_until", watched.undoUntil)
          json.field("round_id", watched.roundID)
          json.key("ratings_summary")
          json.ratingsSummary(watched.roundID.flatMap { summaries[$0] })
        }
      }
      json.field("next_cursor", page.next?.wireText)
    }
  }
}

extension WatchedMovie {
  var sourceName: String { roundID == nil ? "direct" : "round" }

  /// From then on the mark stays; nil for what was watched through a round, which cannot be undone.
  fileprivate var undoUntil: Timestamp? {
    roundID == nil ? LibraryLimits.undoUntil(markedAt: watchedAt) : nil
  }
}

extension HouseholdView {
  /// How many movies of the watchlist the round's ceiling lets in, whether or not they are in it. Watched ones are
  /// never on the watchlist.
  func eligibleCount(of watchlist: [ListedMovie], for round: RoundDetails) -> Int {
    guard !watchlist.isEmpty, let ceiling = round.ceiling(in: details) else { return 0 }
    return watchlist.count { listed in
      ContentRating.passes(listed.entry.movie.contentRating, ceiling: ceiling, overridden: round.ceilingOverride != nil)
    }
  }
}
