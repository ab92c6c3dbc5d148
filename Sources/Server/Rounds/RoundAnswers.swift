import Domain
import Primitives
import Projections

extension JSONWriter {
  /// The round with its vote breakdown (`docs/protocol.md`, `rounds.get`).
  ///
  /// - Parameter watched: which of its movies the household has watched.
  mutating func round(_ round: RoundDetails, in household: HouseholdView, watched: Set<MovieID>) {
    object { json in
      json.roundState(round, household.directory)
      json.roundAttendees(round.attendees, in: household)
      json.key("suggestions")
      json.array(round.suggestions) { json, suggestion in
        json.suggestion(
          suggestion, household.directory, isWatched: watched.contains(suggestion.movie.tmdbMovieID))
      }
      json.voteProgress(round, in: household)
      json.field("done_voting", round.doneVoting)
      json.field("picked_movie_id", round.pick?.tmdbMovieID)
      json.key("pick")
      json.pick(of: round, household.directory)
      json.key("ratings_summary")
      json.ratingsSummary(round.ratingsSummary)
      json.roundOutlook(round, in: household.details)
      json.field("revision", round.revision)
    }
  }

  private mutating func roundState(_ round: RoundDetails, _ directory: HouseholdDirectory) {
    field("round_id", round.id)
    field("household_id", round.householdID)
    field("group_id", round.householdID)
    field("status", round.status.rawValue)
    field("status_label", round.status.label)
    field("started_by", round.startedBy)
    field("started_by_name", directory[round.startedBy].displayName)
    field("created_at", round.createdAt)
    field("voting_started_at", round.votingStartedAt)
    field("voting_closed_at", round.votingClosedAt)
    field("selected_at", round.selectedAt)
    field("watched_at", round.watchedAt)
    field("rated_at", round.ratedAt)
    field("expired_at", round.expiredAt)
    field("expired_reason", round.expiredReason?.rawValue)
  }

  /// The members of an object that say who takes part.
  mutating func roundAttendees(_ attendees: Attendees, in household: HouseholdView) {
    key("attendees")
    array(attendees.resolved(among: household.details.memberIDs)) { $0.profile($1, household.directory) }
    field("attendees_mode", attendees.mode)
  }

  private mutating func roundOutlook(_ round: RoundDetails, in household: HouseholdDetails) {
    let deadline = round.deadline(in: household)
    field("max_content_rating", round.ceiling(in: household)?.rawValue)
    field("ceiling_overridden", round.ceilingOverride != nil)
    field("due_at", deadline?.dueAt)
    field("due_status", deadline?.status.rawValue)
  }

  private mutating func suggestion(
    _ suggestion: RoundDetails.Suggestion, _ directory: HouseholdDirectory, isWatched: Bool
  ) {
    object { json in
      suggestion.movie.writeMembers(to: &json)
      json.field("position", suggestion.position)
      json.field("score", suggestion.merit?.score)
      json.field("reason", suggestion.merit?.reason)
      json.field("source", suggestion.source.rawValue)
      json.field("proposed_by", suggestion.proposedBy)
      json.field("proposed_by_name", suggestion.proposedBy.map { directory[$0].displayName })
      json.field("watched", isWatched)
      json.tally(of: suggestion, directory)
    }
  }

  /// The members of an object that say how a movie was voted on.
  mutating func tally(of suggestion: RoundDetails.Suggestion, _ directory: HouseholdDirectory) {
    field("votes_up", suggestion.votesUp)
    field("votes_down", suggestion.votesDown)
    field("net_score", suggestion.netScore)
    key("voters")
    array(suggestion.votes) { json, cast in
      json.object {
        $0.profileMembers(cast.memberID, directory)
        $0.field("vote", cast.vote.rawValue)
      }
    }
  }

  private mutating func voteProgress(_ round: RoundDetails, in household: HouseholdView) {
    let attendees = round.attendees.resolved(among: household.details.memberIDs)
    key("vote_progress")
    object { json in
      json.field(
        "voted",
        attendees.count { attendee in
          round.suggestions.contains { $0.votes.contains { $0.memberID == attendee } }
        })
      json.field("total", attendees.count)
    }
  }

  /// What the round chose, null while nothing is.
  mutating func pick(of round: RoundDetails, _ directory: HouseholdDirectory) {
    guard let pick = round.pick, let movie = round.suggestion(of: pick.tmdbMovieID)?.movie else { return null() }
    object { json in
      json.field("tmdb_movie_id", movie.tmdbMovieID)
      json.field("title", movie.title)
      json.field("year", movie.year)
      json.field("poster_path", movie.posterPath)
      json.field("content_rating", movie.contentRating)
      json.field("picked_by", pick.pickedBy)
      json.field("picked_by_name", directory[pick.pickedBy].displayName)
      json.field("picked_at", pick.pickedAt)
      json.field("watched", round.watchedAt != nil)
      json.field("watched_at", round.watchedAt)
    }
  }

  /// How many of each rating, null where there is nothing to sum up.
  mutating func ratingsSummary(_ summary: RatingsSummary?) {
    guard let summary else { return null() }
    object { $0.ratingsSummaryMembers(summary) }
  }

  fileprivate mutating func ratingsSummaryMembers(_ summary: RatingsSummary) {
    field("loved", summary.loved)
    field("liked", summary.liked)
    field("did_not_like", summary.didNotLike)
  }
}

extension Attendees {
  /// What `attendees_mode` says.
  fileprivate var mode: String {
    switch self {
    case .fixed: "fixed"
    case .everyone: "everyone"
    case .unknown: "unknown"
    }
  }
}

// MARK: - Ratings

extension JSONWriter {
  /// Who thought what, one entry an attendee (`docs/protocol.md`, `rounds.ratings`).
  mutating func ratings(_ round: RoundDetails, in household: HouseholdView) {
    let attendees = round.raters(among: household.details.memberIDs)
    object { json in
      json.field("round_id", round.id)
      json.key("ratings")
      json.array(attendees) { json, attendee in
        let given = round.rating(of: attendee)
        json.object {
          $0.profileMembers(attendee, household.directory)
          $0.field("rating", given?.rating.rawValue)
          $0.field("rated_at", given?.ratedAt)
        }
      }
      json.key("summary")
      json.fullSummary(round.ratingsSummary, attendees: attendees.count)
      json.field("closed", round.status.isFinal)
    }
  }

  private mutating func fullSummary(_ summary: RatingsSummary?, attendees: Int) {
    guard let summary else { return null() }
    object { json in
      json.ratingsSummaryMembers(summary)
      json.field("total_rated", summary.total)
      json.field("total_attendees", attendees)
    }
  }
}
