// Made by `make protocol` from the server's declarations: change those.

/// What an event says, by its type (`docs/events.md`).
public enum EventPayload: Hashable, Sendable {
  case householdFounded(HouseholdFounded)
  case householdRenamed(HouseholdRenamed)
  case streamingServicesSet(StreamingServicesSet)
  case householdSettingsSet(HouseholdSettingsSet)
  case householdClosed(HouseholdClosed)
  case memberJoined(MemberJoined)
  case memberProfileChanged(MemberProfileChanged)
  case memberLeft(MemberLeft)
  case creatorChanged(CreatorChanged)
  case parentChanged(ParentChanged)
  case memberErased(MemberErased)
  case preferencesSet(PreferencesSet)
  case inviteCreated(InviteCreated)
  case inviteRevoked(InviteRevoked)
  case tokenIssued(TokenIssued)
  case tokenRevoked(TokenRevoked)
  case activeRoundStarted(ActiveRoundStarted)
  case activeRoundEnded(ActiveRoundEnded)
  case roundFinished(RoundFinished)
  case roundDrafted(RoundDrafted)
  case movieSuggested(MovieSuggested)
  case movieUnsuggested(MovieUnsuggested)
  case attendeesSet(AttendeesSet)
  case attendeeDropped(AttendeeDropped)
  case ceilingOverridden(CeilingOverridden)
  case votingOpened(VotingOpened)
  case movieProposed(MovieProposed)
  case proposalWithdrawn(ProposalWithdrawn)
  case voteCast(VoteCast)
  case voteRetracted(VoteRetracted)
  case votingDone(VotingDone)
  case votingClosed(VotingClosed)
  case moviePicked(MoviePicked)
  case roundWatched(RoundWatched)
  case ratingGiven(RatingGiven)
  case roundRated(RoundRated)
  case roundExpired(RoundExpired)
  case roundImported(RoundImported)
  case movieWatched(MovieWatched)
  case movieAddedToWatchlist(MovieAddedToWatchlist)
  case movieRemovedFromWatchlist(MovieRemovedFromWatchlist)
  case movieMarkedWatched(MovieMarkedWatched)
  case movieUnmarkedWatched(MovieUnmarkedWatched)
  /// Of a type, or of a shape, that this version of the client does not know.
  case other(type: String, JSONObject)

  init(type: String, _ data: JSONObject) {
    let known = try? Self.known(type, data.json)
    self = known ?? .other(type: type, data)
  }

  private static func known(_ type: String, _ json: JSONValue) throws(JSONError) -> EventPayload? {
    switch type {
    case "HouseholdFounded": .householdFounded(try json.decoded())
    case "HouseholdRenamed": .householdRenamed(try json.decoded())
    case "StreamingServicesSet": .streamingServicesSet(try json.decoded())
    case "HouseholdSettingsSet": .householdSettingsSet(try json.decoded())
    case "HouseholdClosed": .householdClosed(try json.decoded())
    case "MemberJoined": .memberJoined(try json.decoded())
    case "MemberProfileChanged": .memberProfileChanged(try json.decoded())
    case "MemberLeft": .memberLeft(try json.decoded())
    case "CreatorChanged": .creatorChanged(try json.decoded())
    case "ParentChanged": .parentChanged(try json.decoded())
    case "MemberErased": .memberErased(try json.decoded())
    case "PreferencesSet": .preferencesSet(try json.decoded())
    case "InviteCreated": .inviteCreated(try json.decoded())
    case "InviteRevoked": .inviteRevoked(try json.decoded())
    case "TokenIssued": .tokenIssued(try json.decoded())
    case "TokenRevoked": .tokenRevoked(try json.decoded())
    case "ActiveRoundStarted": .activeRoundStarted(try json.decoded())
    case "ActiveRoundEnded": .activeRoundEnded(try json.decoded())
    case "RoundFinished": .roundFinished(try json.decoded())
    case "RoundDrafted": .roundDrafted(try json.decoded())
    case "MovieSuggested": .movieSuggested(try json.decoded())
    case "MovieUnsuggested": .movieUnsuggested(try json.decoded())
    case "AttendeesSet": .attendeesSet(try json.decoded())
    case "AttendeeDropped": .attendeeDropped(try json.decoded())
    case "CeilingOverridden": .ceilingOverridden(try json.decoded())
    case "VotingOpened": .votingOpened(try json.decoded())
    case "MovieProposed": .movieProposed(try json.decoded())
    case "ProposalWithdrawn": .proposalWithdrawn(try json.decoded())
    case "VoteCast": .voteCast(try json.decoded())
    case "VoteRetracted": .voteRetracted(try json.decoded())
    case "VotingDone": .votingDone(try json.decoded())
    case "VotingClosed": .votingClosed(try json.decoded())
    case "MoviePicked": .moviePicked(try json.decoded())
    case "RoundWatched": .roundWatched(try json.decoded())
    case "RatingGiven": .ratingGiven(try json.decoded())
    case "RoundRated": .roundRated(try json.decoded())
    case "RoundExpired": .roundExpired(try json.decoded())
    case "RoundImported": .roundImported(try json.decoded())
    case "MovieWatched": .movieWatched(try json.decoded())
    case "MovieAddedToWatchlist": .movieAddedToWatchlist(try json.decoded())
    case "MovieRemovedFromWatchlist": .movieRemovedFromWatchlist(try json.decoded())
    case "MovieMarkedWatched": .movieMarkedWatched(try json.decoded())
    case "MovieUnmarkedWatched": .movieUnmarkedWatched(try json.decoded())
    default: nil
    }
  }
}

/// A household is there. Its creator joins, and gets a token, in the same step.
public struct HouseholdFounded: Hashable, Codable, Sendable {
  /// The member who is its creator.
  public var createdBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case createdBy = "created_by"
  }
}

/// The household has another name.
public struct HouseholdRenamed: Hashable, Codable, Sendable {
  public var renamedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case renamedBy = "renamed_by"
  }
}

/// The services on which the household can watch.
public struct StreamingServicesSet: Hashable, Codable, Sendable {
  /// All of them, in the order they were given.
  public var services: [String]
  public var setBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case services, setBy = "set_by"
  }
}

/// How long rounds rest in each state, also of the rounds that are open; and whose services and ratings count.
public struct HouseholdSettingsSet: Hashable, Codable, Sendable {
  /// A draft or a vote, after its last event.
  public var votingExpiryHours: Int
  /// A pick.
  public var selectedExpiryDays: Int
  /// A watched round.
  public var ratingDays: Int
  /// ISO 3166-1 alpha-2; missing in events of an older version.
  public var country: String?
  public var setBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case votingExpiryHours = "voting_expiry_hours", selectedExpiryDays = "selected_expiry_days",
      ratingDays = "rating_days", country, setBy = "set_by"
  }
}

/// No independent member is left: nobody can act for the household any more. Its invites end.
public struct HouseholdClosed: Hashable, Codable, Sendable {}

/// Someone is a member.
public struct MemberJoined: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// `independent`, or `managed`: a profile without a login.
  public var memberType: MemberType
  /// Who runs a managed profile; nil for an independent member.
  public var parentMemberID: MemberID?
  /// The invite that they came by; nil for the founder and for managed members; missing in events of an older version.
  public var inviteID: InviteID?

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", memberType = "member_type", parentMemberID = "parent_member_id", inviteID = "invite_id"
  }
}

/// A member's name or avatar is another; both are personal texts.
public struct MemberProfileChanged: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// The member, or its parent.
  public var changedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", changedBy = "changed_by"
  }
}

/// Someone is no member any more. Their tokens end. What follows from it stands behind it in the same step:
/// CreatorChanged, ParentChanged, HouseholdClosed, AttendeeDropped.
public struct MemberLeft: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// `left`, `removed` or `erased`.
  public var reason: DepartureReason
  /// Who removed or erased them; nil where it was themself, or an administrator (`MemberErased` tells).
  public var removedBy: MemberID?

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", reason, removedBy = "removed_by"
  }
}

/// Another member is the creator, because the one before went.
public struct CreatorChanged: Hashable, Codable, Sendable {
  /// The new one.
  public var memberID: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

/// A managed member has another parent, because the one before went.
public struct ParentChanged: Hashable, Codable, Sendable {
  /// The managed member.
  public var memberID: MemberID
  /// The new parent.
  public var parentMemberID: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", parentMemberID = "parent_member_id"
  }
}

/// A member's personal texts were deleted in the same step. Without a `MemberLeft` beside it: of somebody who had gone
/// before. In version 1 it was always a member who erased.
public struct MemberErased: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// The member, its parent, the creator, or the last member of a household that closed with it; nil where it was an
  /// administrator.
  public var erasedBy: MemberID?

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", erasedBy = "erased_by"
  }
}

/// What a member likes, all of it.
public struct PreferencesSet: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// TMDb genre ids, ascending.
  public var genreLikes: [GenreID]
  /// TMDb genre ids, ascending.
  public var genreDislikes: [GenreID]
  /// Nil for a managed member, whose ceiling is fixed.
  public var maxContentRating: ContentRating?

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", genreLikes = "genre_likes", genreDislikes = "genre_dislikes",
      maxContentRating = "max_content_rating"
  }
}

/// Whoever has its token may join. Of the token only a digest is kept.
public struct InviteCreated: Hashable, Codable, Sendable {
  public var inviteID: InviteID
  public var createdBy: MemberID
  /// As crypt(3) writes it, setting included.
  public var digest: String
  /// At exactly this moment it is expired.
  public var expiresAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case inviteID = "invite_id", createdBy = "created_by", digest, expiresAt = "expires_at"
  }
}

/// An invite works no longer.
public struct InviteRevoked: Hashable, Codable, Sendable {
  public var inviteID: InviteID
  public var revokedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case inviteID = "invite_id", revokedBy = "revoked_by"
  }
}

/// A member got a token. Of its secret only a digest is kept.
public struct TokenIssued: Hashable, Codable, Sendable {
  public var tokenID: TokenID
  /// Whose it is.
  public var memberID: MemberID
  /// As crypt(3) writes it, setting included.
  public var digest: String

  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id", memberID = "member_id", digest
  }
}

/// A token works no longer.
public struct TokenRevoked: Hashable, Codable, Sendable {
  public var tokenID: TokenID

  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id"
  }
}

/// A round of the household is in draft or voting; there is no other. It stands beside RoundDrafted, so that "one
/// active round" is a rule of one stream.
public struct ActiveRoundStarted: Hashable, Codable, Sendable {
  public var roundID: RoundID

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
  }
}

/// That round has a pick, or expired.
public struct ActiveRoundEnded: Hashable, Codable, Sendable {
  public var roundID: RoundID

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
  }
}

/// That round is over: rated or expired. From ActiveRoundEnded until then the household waits for it (`rounds.active`,
/// `awaiting`).
public struct RoundFinished: Hashable, Codable, Sendable {
  public var roundID: RoundID

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
  }
}

/// A round is there, as a draft.
public struct RoundDrafted: Hashable, Codable, Sendable {
  public var startedBy: MemberID
  /// Ids of members in their order, or nil for everyone.
  public var attendees: Attendees

  private enum CodingKeys: String, CodingKey {
    case startedBy = "started_by", attendees
  }
}

/// A movie entered the draft.
public struct MovieSuggested: Hashable, Codable, Sendable {
  /// The movie, as it was that night: the keys of `SentMovie`.
  public var movie: RecordedMovie
  /// From 1; a position is never given again in its round.
  public var position: Int
  /// `member`, `watchlist` or `algorithm`.
  public var source: SuggestionSource
  public var suggestedBy: MemberID
  /// Why the algorithm found it: `score` (0 to 1) and `reason`; nil for all others, and absent before version 3;
  /// missing in events of an older version.
  public var merit: RecordedSuggestionMerit?

  private enum CodingKeys: String, CodingKey {
    case movie, position, source, suggestedBy = "suggested_by", merit
  }
}

/// Movie, as an event holds it.
public struct RecordedMovie: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var title: String
  public var year: Int?
  public var posterPath: String?
  public var contentRating: ContentRating?
  public var genres: [String]
  public var genreIDs: [GenreID]
  public var overview: String?
  @Minutes public var runtime: Duration?
  public var popularity: Double?
  public var voteAverage: Double?
  public var streaming: [String]

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming
  }
}

/// SuggestionMerit, as an event holds it.
public struct RecordedSuggestionMerit: Hashable, Codable, Sendable {
  public var score: Double
  public var reason: String
}

/// A movie left the draft.
public struct MovieUnsuggested: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var unsuggestedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", unsuggestedBy = "unsuggested_by"
  }
}

/// Who takes part has changed. The votes of who is dropped are gone, and so is their being done.
public struct AttendeesSet: Hashable, Codable, Sendable {
  /// As in RoundDrafted.
  public var attendees: Attendees
}

/// A member who went takes no part in the open round any more; their votes go.
public struct AttendeeDropped: Hashable, Codable, Sendable {
  public var memberID: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

/// The creator set a ceiling for this round, whatever its attendees' ceilings say.
public struct CeilingOverridden: Hashable, Codable, Sendable {
  /// `G`, `PG`, `PG-13`, `R` or `NC-17`.
  public var maxContentRating: ContentRating
  public var overriddenBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case maxContentRating = "max_content_rating", overriddenBy = "overridden_by"
  }
}

/// Voting is open.
public struct VotingOpened: Hashable, Codable, Sendable {
  public var openedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case openedBy = "opened_by"
  }
}

/// An attendee added a movie while voting was open.
public struct MovieProposed: Hashable, Codable, Sendable {
  /// The movie, as it was that night: the keys of `SentMovie`.
  public var movie: RecordedMovie
  /// From 1; a position is never given again in its round.
  public var position: Int
  public var proposedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case movie, position, proposedBy = "proposed_by"
  }
}

/// A proposal is gone, with its votes. Its slot is free again.
public struct ProposalWithdrawn: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var withdrawnBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", withdrawnBy = "withdrawn_by"
  }
}

/// A member's vote on a movie. It replaces an earlier one.
public struct VoteCast: Hashable, Codable, Sendable {
  /// Whose vote it is; who sent it stands in the metadata.
  public var memberID: MemberID
  public var tmdbMovieID: MovieID
  /// `up` or `down`.
  public var vote: Vote

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", tmdbMovieID = "tmdb_movie_id", vote
  }
}

/// A member's vote on a movie is gone.
public struct VoteRetracted: Hashable, Codable, Sendable {
  public var memberID: MemberID
  public var tmdbMovieID: MovieID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", tmdbMovieID = "tmdb_movie_id"
  }
}

/// A member has nothing more to vote. It lapses with the member's last vote.
public struct VotingDone: Hashable, Codable, Sendable {
  public var memberID: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

/// No more votes.
public struct VotingClosed: Hashable, Codable, Sendable {
  /// The creator; nil when it closed by itself.
  public var closedBy: MemberID?
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  private enum CodingKeys: String, CodingKey {
    case closedBy = "closed_by", attendees
  }
}

/// The one movie that the round chose.
public struct MoviePicked: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var pickedBy: MemberID
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", pickedBy = "picked_by", attendees
  }
}

/// The pick was watched.
public struct RoundWatched: Hashable, Codable, Sendable {
  /// Nil when the clock did it: somebody had rated, and the time to mark it was over.
  public var markedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case markedBy = "marked_by", dueAt = "due_at"
  }
}

/// What a member thought of it. It replaces an earlier rating.
public struct RatingGiven: Hashable, Codable, Sendable {
  public var memberID: MemberID
  /// `loved`, `liked` or `did_not_like`.
  public var rating: Rating

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", rating
  }
}

/// No more ratings. Final.
public struct RoundRated: Hashable, Codable, Sendable {
  /// `all_rated`, `closed` or `timed_out`.
  public var reason: RatedReason
  /// Who closed them; nil for the other reasons.
  public var closedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case reason, closedBy = "closed_by", dueAt = "due_at"
  }
}

/// The round ended without being watched. Final.
public struct RoundExpired: Hashable, Codable, Sendable {
  /// `discarded` or `timed_out`.
  public var reason: ExpiryReason
  /// Nil when the clock did it.
  public var discardedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  private enum CodingKeys: String, CodingKey {
    case reason, discardedBy = "discarded_by", dueAt = "due_at", attendees
  }
}

/// A round of the time before this program, with its own times, as `movienight import --legacy` read it; the first
/// event of its stream. Deadlines count from `recorded_at`.
public struct RoundImported: Hashable, Codable, Sendable {
  /// What it was then, in today's words.
  public var status: RoundStatus
  /// The member who started it.
  public var startedBy: MemberID
  /// When.
  public var createdAt: Timestamp
  /// Nil where it is not known.
  public var votingStartedAt: Timestamp?
  /// Nil unless voting was closed for itself.
  public var votingClosedAt: Timestamp?
  /// Nil where it is not known.
  public var watchedAt: Timestamp?
  /// Nil where it is not known.
  public var ratedAt: Timestamp?
  /// Nil where it is not known; an expired round then counts as expired by the import.
  public var expiredAt: Timestamp?
  /// `discarded` or `timed_out`; nil unless it is expired.
  public var expiredReason: ExpiryReason?
  /// A list of ids, nil for everyone, or `"unknown"`: nobody wrote it down.
  public var attendees: Attendees
  /// By position: `movie`, `position`, `source`, `proposed_by`, and `votes` with `member_id`, `vote`, `voted_at`.
  public var movies: [RecordedImportedMovie]
  /// `tmdb_movie_id`, `picked_by`, `picked_at`; nil where there was none.
  public var pick: RecordedImportedPick?
  /// `member_id`, `rating`, `rated_at` of those who rated.
  public var ratings: [RecordedImportedRating]

  private enum CodingKeys: String, CodingKey {
    case status, startedBy = "started_by", createdAt = "created_at", votingStartedAt = "voting_started_at",
      votingClosedAt = "voting_closed_at", watchedAt = "watched_at", ratedAt = "rated_at", expiredAt = "expired_at",
      expiredReason = "expired_reason", attendees, movies, pick, ratings
  }
}

/// ImportedMovie, as an event holds it.
public struct RecordedImportedMovie: Hashable, Codable, Sendable {
  public var movie: RecordedMovie
  public var position: Int
  public var source: SuggestionSource
  public var proposedBy: MemberID?
  public var votes: [RecordedImportedVote]

  private enum CodingKeys: String, CodingKey {
    case movie, position, source, proposedBy = "proposed_by", votes
  }
}

/// ImportedVote, as an event holds it.
public struct RecordedImportedVote: Hashable, Codable, Sendable {
  public var memberID: MemberID
  public var vote: Vote
  public var votedAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", vote, votedAt = "voted_at"
  }
}

/// ImportedPick, as an event holds it.
public struct RecordedImportedPick: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var pickedBy: MemberID
  public var pickedAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", pickedBy = "picked_by", pickedAt = "picked_at"
  }
}

/// ImportedRating, as an event holds it.
public struct RecordedImportedRating: Hashable, Codable, Sendable {
  public var memberID: MemberID
  public var rating: Rating
  public var ratedAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", rating, ratedAt = "rated_at"
  }
}

/// A movie is on the list of what the household has watched, through the round that picked it.
public struct MovieWatched: Hashable, Codable, Sendable {
  /// The movie, as it was that night: the keys of `SentMovie`.
  public var movie: RecordedMovie
  public var roundID: RoundID
  /// When it was due, to the microsecond, where the clock did it; when it was watched, in an imported round; else nil.
  public var dueAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case movie, roundID = "round_id", dueAt = "due_at"
  }
}

/// A movie is on the watchlist.
public struct MovieAddedToWatchlist: Hashable, Codable, Sendable {
  /// The movie, as it was then: the keys of `SentMovie`.
  public var movie: RecordedMovie
  public var addedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case movie, addedBy = "added_by"
  }
}

/// A movie was taken off the watchlist.
public struct MovieRemovedFromWatchlist: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var removedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", removedBy = "removed_by"
  }
}

/// A movie is on the list of what the household has watched, because a member said so. It is on the watchlist no
/// longer.
public struct MovieMarkedWatched: Hashable, Codable, Sendable {
  /// The movie, as it was then: the keys of `SentMovie`.
  public var movie: RecordedMovie
  public var markedBy: MemberID

  private enum CodingKeys: String, CodingKey {
    case movie, markedBy = "marked_by"
  }
}

/// A member's mark was undone.
public struct MovieUnmarkedWatched: Hashable, Codable, Sendable {
  public var tmdbMovieID: MovieID
  public var unmarkedBy: MemberID
  /// What stands on the watchlist again, where it stood before: `movie`, `added_by`, `added_at`; else nil.
  public var restored: RecordedWatchlistEntry?

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", unmarkedBy = "unmarked_by", restored
  }
}

/// WatchlistEntry, as an event holds it.
public struct RecordedWatchlistEntry: Hashable, Codable, Sendable {
  public var movie: RecordedMovie
  public var addedBy: MemberID
  public var addedAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case movie, addedBy = "added_by", addedAt = "added_at"
  }
}

/// What ``MemberLeft/reason`` says: `left`, `removed` or `erased`.
public struct DepartureReason: OpenEnum {
  public static let left = Self(rawValue: "left")
  public static let removed = Self(rawValue: "removed")
  public static let erased = Self(rawValue: "erased")

  public static let allCases: [Self] = [.left, .removed, .erased]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``RoundRated/reason`` says: `all_rated`, `closed` or `timed_out`.
public struct RatedReason: OpenEnum {
  public static let allRated = Self(rawValue: "all_rated")
  public static let closed = Self(rawValue: "closed")
  public static let timedOut = Self(rawValue: "timed_out")

  public static let allCases: [Self] = [.allRated, .closed, .timedOut]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
