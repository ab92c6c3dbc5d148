import MovieNightKit

/// The sentences for refusals of the server: what is not possible, and a way out.
enum RefusalTexts {
  static let unknownInvite = "There is no such invite. Check the link, or ask for a new one."

  static func notice(_ refusal: Refusal) -> Notice {
    var notice = Notice.refusal(sentence(refusal))
    notice.link = link(refusal)
    return notice
  }

  static func sentence(_ refusal: Refusal) -> String {
    switch refusal.kind {
    case .creatorOnly: "Only the household's creator can do this."
    case .starterOrCreatorOnly: "Only the member who started the round, or the creator, can do this."
    case .proposerOrCreatorOnly: "Only the member who proposed the movie, or the creator, can take it back."
    case .adderOrCreatorOnly: "Only the member who added the movie, or the creator, can remove it."
    case .markerOrCreatorOnly: "Only the member who marked the movie, or the creator, can undo it."
    case .notAnAttendee: "You do not take part in this round. Its starter can add you."
    case .cannotActAs: "You can do this only for yourself and for your own children."
    case .unknownRound: "This round is no longer there."
    case .unknownMovie: "The catalog does not know this movie. Search for it by its title."
    case .activeRoundExists: "Another round is open already. Finish or discard it first."
    case .alreadyInRound: "This movie is in the round already. Vote for it."
    case .alreadyOnWatchlist: "This movie is on the watchlist already."
    case .alreadyWatched: "You have watched this movie together already."
    case .noVote: "There was no vote to take back."
    case .proposalHasVotes: "Others have voted for this movie."
    case .votingClosed: "Voting is closed. The creator picks the movie now."
    case .wrongState, .wrongRevision: "Someone was faster: the round has changed. Here is how it stands now."
    case .memberProposalLimit: "You have proposed two movies already. Take one back to propose another."
    case .roundProposalLimit: "Four movies have been proposed already, and a round takes no more."
    case .roundFull: "The round has twelve movies already, and takes no more."
    case .overCeiling: "The movie is rated above what all attendees may watch. The creator can raise the limit."
    case .tooFewAttendees: "A round needs at least two attendees."
    case .tooFewSuggestions: "Voting needs at least two movies. Add more first."
    case .tooFewPreferences:
      "Suggestions need the favourite genres of at least two attendees. Choose them under Household."
    case .nothingVoted: "Vote for a movie first."
    case .notInRound: "This movie is no longer in the round."
    case .notMembers: "One of the attendees is no longer a member of the household."
    case .householdFull: "The household has eight members, and takes no more."
    case .inviteExpired: "This invite has expired. Ask for a new one."
    case .inviteRevoked: "This invite has been withdrawn. Ask for a new one."
    case .unknownInvite: unknownInvite
    case .tooManyTokens: "You are signed in on too many devices. Sign out on one of them first."
    case .watchlistFull: "The watchlist has fifty movies, and takes no more."
    case .tooLate: "That was more than a day ago, and can no longer be undone."
    case .notOnWatchlist: "This movie is no longer on the watchlist."
    case .notWatched: "This movie is no longer marked as watched."
    case .watchedInRound: "You have watched this movie at a movie night, which cannot be undone."
    case .alreadyInCollection: "This title is in your collection already."
    case .notInCollection: "This title is not in your collection. Add it first."
    case .unknownSeries: "The catalog does not know this series. Search for it by its title."
    case .unknownSeason: "The catalog does not know this season."
    case .unknownEpisode: "The catalog does not know this episode."
    case .privateTitle: "A private title cannot be on a shared list. Make one of them different first."
    case .notASeries: "A movie cannot have this status."
    case .noCatalog: "This server has no movie catalog, so it cannot search or suggest."
    case .catalogUnavailable, .catalogUnauthorised:
      "The movie catalog does not answer now. Nothing was changed. Try again later."
    case .outcomeUnknown:
      "The server did not say whether that was saved. Look whether it is there before you repeat it."
    case .tooMuchRecorded: "The household has recorded as much as it may in a day. Try again later."
    case .badParameters: "Please check what you have entered: \(refusal.message)"
    // The server's sentences are for people, too.
    default: refusal.message
    }
  }

  /// The sentence for a search without an answer. Throws errors that concern the whole page.
  static func sentence(ofSearch error: ClientError) throws -> String {
    if case .timedOut = error { return ErrorTexts().lookedUpHelp }
    guard let refusal = error.refusal, refusal.code != 401 else { throw error }
    return sentence(refusal)
  }

  private static func link(_ refusal: Refusal) -> Notice.Link? {
    switch refusal.kind {
    case .activeRoundExists: Notice.Link(label: "Show the open round", path: "/tonight")
    case .tooManyTokens: Notice.Link(label: "Show my devices", path: HouseholdPages.devicesPath)
    default: nil
    }
  }
}
