import Console
import MovieNightKit

struct TitleHistoryRenderer {
  let page: CatalogPage
  let history: MovieHistory

  /// The maximum number of nights to show, because a movie may be suggested every week.
  private static let nightLimit = 5

  private var canvas: Canvas { page.canvas }

  var lines: [String] { page.section("In your household", facts) + page.section("Movie nights", nights) }

  private var facts: [String] {
    let listed = history.onWatchlist.map { listing in
      "On the watchlist since \(canvas.dateText(listing.addedAt))" + by(listing.addedByName, "added")
    }
    let watched = history.watched.map { watched in
      "Watched on \(canvas.dateText(watched.watchedAt))"
        + (watched.roundID != nil ? ", at a movie night" : by(watched.markedByName, "marked"))
    }
    let ceiling = history.exceedsCeiling ? canvas.styled("Over the ceiling of a round", .warning) : nil
    return [listed, watched].compactMap(\.self).map { truncated($0, to: page.sectionColumns) }
      + (ceiling.map { [$0] } ?? [])
  }

  private func by(_ name: String?, _ deed: String) -> String { name?.nonEmpty.map { ", \(deed) by \($0)" } ?? "" }

  private var nights: [String] {
    let left = history.rounds.count - Self.nightLimit
    return history.rounds.prefix(Self.nightLimit).flatMap(night)
      + (left > 0 ? [canvas.styled("and \(grouped(left)) earlier", .faint)] : [])
  }

  private func night(_ night: MovieAppearance) -> [String] {
    // The status of a decided round is that of its pick.
    let isDecided = night.status == .selected || night.status.showsRatings
    let first = [
      isDecided && !night.picked
        ? canvas.styled("● Not picked", .faint) : canvas.badge(night.status.label, night.status),
      canvas.dateText(night.createdAt),
      "▲ \(night.votesUp)  ▼ \(night.votesDown)",
    ].joined(separator: "  ")
    let outcome = [night.picked ? canvas.styled("★ Picked", .accent) : nil, night.myVote.map { "you voted \($0)" }]
    let second = outcome.compactMap(\.self).joined(separator: " · ")
    let ratings = night.ratingsSummary.map { $0.total > 0 ? canvas.ratingsText($0) : "" } ?? ""
    return [first] + [second, ratings, canvas.styled("\(night.id)", .faint)].filter { !$0.isEmpty }.map { "  \($0)" }
  }
}
