// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What an event says, by its type (`docs/events.md`).
public enum EventPayload: Hashable, Sendable {
  /// A household is there. Its creator joins, and gets a token, in the same step.
  case householdFounded(HouseholdFounded)
  /// The household has another name.
  case householdRenamed(HouseholdRenamed)
  /// The services on which the household can watch.
  case streamingServicesSet(StreamingServicesSet)
  /// How long rounds rest in each state, also of the rounds that are open; and whose services and ratings count.
  case householdSettingsSet(HouseholdSettingsSet)
  /// No independent member is left: nobody can act for the household any more. Its invites end.
  case householdClosed(HouseholdClosed)
  /// Someone is a member.
  case memberJoined(MemberJoined)
  /// A member's name or avatar is another; both are personal texts.
  case memberProfileChanged(MemberProfileChanged)
  /// Someone is no member any more. Their tokens end. What follows from it stands behind it in the same step:
  /// CreatorChanged, ParentChanged, HouseholdClosed, AttendeeDropped.
  case memberLeft(MemberLeft)
  /// Another member is the creator, because the one before went.
  case creatorChanged(CreatorChanged)
  /// A managed member has another parent, because the one before went.
  case parentChanged(ParentChanged)
  /// A member's personal texts were deleted in the same step. Without a `MemberLeft` beside it: of somebody who had
  /// gone before. In version 1 it was always a member who erased.
  case memberErased(MemberErased)
  /// What a member likes, all of it.
  case preferencesSet(PreferencesSet)
  /// Whoever has its token may join. Of the token only a digest is kept.
  case inviteCreated(InviteCreated)
  /// An invite works no longer.
  case inviteRevoked(InviteRevoked)
  /// A member got a token. Of its secret only a digest is kept.
  case tokenIssued(TokenIssued)
  /// A token works no longer.
  case tokenRevoked(TokenRevoked)
  /// A round of the household is in draft or voting; there is no other. It stands beside RoundDrafted, so that "one
  /// active round" is a rule of one stream.
  case activeRoundStarted(ActiveRoundStarted)
  /// That round has a pick, or expired.
  case activeRoundEnded(ActiveRoundEnded)
  /// That round is over: rated or expired. From ActiveRoundEnded until then the household waits for it
  /// (`rounds.active`,.
  case roundFinished(RoundFinished)
  /// A round is there, as a draft.
  case roundDrafted(RoundDrafted)
  /// A movie entered the draft.
  case movieSuggested(MovieSuggested)
  /// A movie left the draft.
  case movieUnsuggested(MovieUnsuggested)
  /// Who takes part has changed. The votes of who is dropped are gone, and so is their being done.
  case attendeesSet(AttendeesSet)
  /// A member who went takes no part in the open round any more; their votes go.
  case attendeeDropped(AttendeeDropped)
  /// The creator set a ceiling for this round, whatever its attendees' ceilings say.
  case ceilingOverridden(CeilingOverridden)
  /// Voting is open.
  case votingOpened(VotingOpened)
  /// An attendee added a movie while voting was open.
  case movieProposed(MovieProposed)
  /// A proposal is gone, with its votes. Its slot is free again.
  case proposalWithdrawn(ProposalWithdrawn)
  /// A member's vote on a movie. It replaces an earlier one.
  case voteCast(VoteCast)
  /// A member's vote on a movie is gone.
  case voteRetracted(VoteRetracted)
  /// A member has nothing more to vote. It lapses with the member's last vote.
  case votingDone(VotingDone)
  /// No more votes.
  case votingClosed(VotingClosed)
  /// The one movie that the round chose.
  case moviePicked(MoviePicked)
  /// The pick was watched.
  case roundWatched(RoundWatched)
  /// What a member thought of it. It replaces an earlier rating.
  case ratingGiven(RatingGiven)
  /// No more ratings. Final.
  case roundRated(RoundRated)
  /// The round ended without being watched. Final.
  case roundExpired(RoundExpired)
  /// A round of the time before this program, with its own times, as `movienight import --legacy` read it; the first
  /// event of its stream. Deadlines count from `recorded_at`.
  case roundImported(RoundImported)
  /// A movie is on the list of what the household has watched, through the round that picked it.
  case movieWatched(MovieWatched)
  /// A movie is on the watchlist.
  case movieAddedToWatchlist(MovieAddedToWatchlist)
  /// A movie was taken off the watchlist.
  case movieRemovedFromWatchlist(MovieRemovedFromWatchlist)
  /// A movie is on the list of what the household has watched, because a member said so. It is on the watchlist no
  /// longer.
  case movieMarkedWatched(MovieMarkedWatched)
  /// A member's mark was undone.
  case movieUnmarkedWatched(MovieUnmarkedWatched)
  /// Of a type, or of a shape, that this version of the client does not know.
  case other(type: String, JSONObject)

  init(type: String, _ data: JSONObject) {
    let known = try? Self.known(type, data.json)
    self = known ?? .other(type: type, data)
  }

  private static func known(_ type: String, _ json: JSONValue) throws(JSONError) -> EventPayload? {
    switch type {
    case "HouseholdFounded": .householdFounded(try HouseholdFounded(json: json))
    case "HouseholdRenamed": .householdRenamed(try HouseholdRenamed(json: json))
    case "StreamingServicesSet": .streamingServicesSet(try StreamingServicesSet(json: json))
    case "HouseholdSettingsSet": .householdSettingsSet(try HouseholdSettingsSet(json: json))
    case "HouseholdClosed": .householdClosed(try HouseholdClosed(json: json))
    case "MemberJoined": .memberJoined(try MemberJoined(json: json))
    case "MemberProfileChanged": .memberProfileChanged(try MemberProfileChanged(json: json))
    case "MemberLeft": .memberLeft(try MemberLeft(json: json))
    case "CreatorChanged": .creatorChanged(try CreatorChanged(json: json))
    case "ParentChanged": .parentChanged(try ParentChanged(json: json))
    case "MemberErased": .memberErased(try MemberErased(json: json))
    case "PreferencesSet": .preferencesSet(try PreferencesSet(json: json))
    case "InviteCreated": .inviteCreated(try InviteCreated(json: json))
    case "InviteRevoked": .inviteRevoked(try InviteRevoked(json: json))
    case "TokenIssued": .tokenIssued(try TokenIssued(json: json))
    case "TokenRevoked": .tokenRevoked(try TokenRevoked(json: json))
    case "ActiveRoundStarted": .activeRoundStarted(try ActiveRoundStarted(json: json))
    case "ActiveRoundEnded": .activeRoundEnded(try ActiveRoundEnded(json: json))
    case "RoundFinished": .roundFinished(try RoundFinished(json: json))
    case "RoundDrafted": .roundDrafted(try RoundDrafted(json: json))
    case "MovieSuggested": .movieSuggested(try MovieSuggested(json: json))
    case "MovieUnsuggested": .movieUnsuggested(try MovieUnsuggested(json: json))
    case "AttendeesSet": .attendeesSet(try AttendeesSet(json: json))
    case "AttendeeDropped": .attendeeDropped(try AttendeeDropped(json: json))
    case "CeilingOverridden": .ceilingOverridden(try CeilingOverridden(json: json))
    case "VotingOpened": .votingOpened(try VotingOpened(json: json))
    case "MovieProposed": .movieProposed(try MovieProposed(json: json))
    case "ProposalWithdrawn": .proposalWithdrawn(try ProposalWithdrawn(json: json))
    case "VoteCast": .voteCast(try VoteCast(json: json))
    case "VoteRetracted": .voteRetracted(try VoteRetracted(json: json))
    case "VotingDone": .votingDone(try VotingDone(json: json))
    case "VotingClosed": .votingClosed(try VotingClosed(json: json))
    case "MoviePicked": .moviePicked(try MoviePicked(json: json))
    case "RoundWatched": .roundWatched(try RoundWatched(json: json))
    case "RatingGiven": .ratingGiven(try RatingGiven(json: json))
    case "RoundRated": .roundRated(try RoundRated(json: json))
    case "RoundExpired": .roundExpired(try RoundExpired(json: json))
    case "RoundImported": .roundImported(try RoundImported(json: json))
    case "MovieWatched": .movieWatched(try MovieWatched(json: json))
    case "MovieAddedToWatchlist": .movieAddedToWatchlist(try MovieAddedToWatchlist(json: json))
    case "MovieRemovedFromWatchlist": .movieRemovedFromWatchlist(try MovieRemovedFromWatchlist(json: json))
    case "MovieMarkedWatched": .movieMarkedWatched(try MovieMarkedWatched(json: json))
    case "MovieUnmarkedWatched": .movieUnmarkedWatched(try MovieUnmarkedWatched(json: json))
    default: nil
    }
  }
}
