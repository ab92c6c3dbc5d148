import Domain
import Foundation
import MovieNightPrimitives
import Testing

/// The stored example of one version of one event type: bytes that a store may hold forever.
struct StoredExample: CustomTestStringConvertible {
  let type: String
  let version: Int
  let data: [UInt8]

  var testDescription: String { "\(type).v\(version)" }

  /// The event types that the current schema writes.
  static let types: [String] = EventSchema.current.payloads.map { payload in payload.type }

  /// Every version of every type, up to the current one.
  static let versions: [(String, Int)] = EventSchema.current.payloads.flatMap { payload in
    (1...payload.version).map { version in (payload.type, version) }
  }

  /// Reads the file without its trailing line break.
  static func load(_ type: String, version: Int) throws -> StoredExample {
    let url = folder.appendingPathComponent("\(type).v\(version).json")
    let data = [UInt8](try Data(contentsOf: url))
    return StoredExample(type: type, version: version, data: data.last == 10 ? data.dropLast() : data)
  }

  /// Returns the names of all files, without `.json`.
  static func names() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(files.map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0 })
  }

  private static let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures/events")
}

/// The events in the stored examples, written by hand.
enum Expected {
  static let ann = id("01890a5d-ac96-774b-bcce-b302099a8057", as: MemberID.self)
  static let ben = id("01890a5d-ac96-774b-bcce-b302099a8058", as: MemberID.self)
  static let round = id("01890a5d-ac96-774b-bcce-b302099a80a1", as: RoundID.self)
  static let token = id("01890a5d-ac96-774b-bcce-b302099a80b1", as: TokenID.self)
  static let invite = id("01890a5d-ac96-774b-bcce-b302099a80c1", as: InviteID.self)
  /// The time 2026-02-14T20:00:00.000001Z, which the examples use in all fields.
  static let due = Timestamp(microseconds: 1_771_099_200_000_001)

  static let matrix = Movie(
    tmdbMovieID: 603, title: "The \"Matrix\" é", year: 1999, posterPath: "/f89U3ADr1oiB1s9GkdPOEpXUk5H.jpg",
    contentRating: "R", genres: ["Action", "Science Fiction"], genreIDs: [28, 878],
    overview: "A hacker learns the truth.", runtime: 136, popularity: 83.25, voteAverage: 8.2, streaming: ["Netflix"])
  static let heat = Movie(tmdbMovieID: 7, title: "Heat", year: 1995)

  /// The expected events by type, as the current version decodes them.
  static let events = Dictionary(
    uniqueKeysWithValues: otherEvents.map { ($0.key, $0.value) }
      + collectionEvents.map { (type(of: $0.payload).type, Event.collection($0)) }
      + guideEvents.map { (type(of: $0.payload).type, Event.guide($0)) })

  private static let otherEvents: KeyValuePairs<String, Event> = [
    "HouseholdFounded": .household(.founded(HouseholdFounded(createdBy: ann))),
    "MemberJoined": .household(.memberJoined(MemberJoined(memberID: ben, memberType: .managed, parentMemberID: ann))),
    "HouseholdRenamed": .household(.renamed(HouseholdRenamed(renamedBy: ann))),
    "StreamingServicesSet": .household(
      .streamingServicesSet(StreamingServicesSet(services: ["Netflix", "Canal \"+\" é"], setBy: ann))),
    "HouseholdSettingsSet": .household(.settingsSet(HouseholdSettingsSet(settings: settings, setBy: ann))),
    "HouseholdClosed": .household(.closed(HouseholdClosed())),
    "MemberProfileChanged": .household(.memberProfileChanged(MemberProfileChanged(memberID: ben, changedBy: ann))),
    "MemberLeft": .household(.memberLeft(MemberLeft(memberID: ben, reason: .removed, removedBy: ann))),
    "CreatorChanged": .household(.creatorChanged(CreatorChanged(memberID: ben))),
    "ParentChanged": .household(.parentChanged(ParentChanged(memberID: ben, parentMemberID: ann))),
    "MemberErased": .household(.memberErased(MemberErased(memberID: ben, erasedBy: ann))),
    "PreferencesSet": .household(
      .preferencesSet(
        PreferencesSet(memberID: ann, genreLikes: [18, 35, 878], genreDislikes: [27], maxContentRating: .pg13))),
    "InviteCreated": .household(
      .inviteCreated(
        InviteCreated(inviteID: invite, createdBy: ann, digest: "$5$rounds=1000$salt$digest", expiresAt: due))),
    "InviteRevoked": .household(.inviteRevoked(InviteRevoked(inviteID: invite, revokedBy: ann))),
    "TokenIssued": .household(
      .tokenIssued(TokenIssued(tokenID: token, memberID: ann, digest: "$y$j9T$salt$digest"))),
    "TokenRevoked": .household(.tokenRevoked(TokenRevoked(tokenID: token))),
    "ActiveRoundStarted": .household(.activeRoundStarted(ActiveRoundStarted(roundID: round))),
    "ActiveRoundEnded": .household(.activeRoundEnded(ActiveRoundEnded(roundID: round))),
    "RoundFinished": .household(.roundFinished(RoundFinished(roundID: round))),
    "RoundDrafted": .round(.drafted(RoundDrafted(startedBy: ann, attendees: .fixed([ann, ben])))),
    "MovieSuggested": .round(
      .movieSuggested(MovieSuggested(movie: matrix, position: 1, source: .member, suggestedBy: ann))),
    "MovieUnsuggested": .round(.movieUnsuggested(MovieUnsuggested(tmdbMovieID: 603, unsuggestedBy: ann))),
    "AttendeesSet": .round(.attendeesSet(AttendeesSet(attendees: .everyone))),
    "AttendeeDropped": .round(.attendeeDropped(AttendeeDropped(memberID: ben))),
    "CeilingOverridden": .round(.ceilingOverridden(CeilingOverridden(maxContentRating: .pg13, overriddenBy: ann))),
    "VotingOpened": .round(.votingOpened(VotingOpened(openedBy: ann))),
    "MovieProposed": .round(.movieProposed(MovieProposed(movie: heat, position: 3, proposedBy: ben))),
    "ProposalWithdrawn": .round(.proposalWithdrawn(ProposalWithdrawn(tmdbMovieID: 7, withdrawnBy: ben))),
    "VoteCast": .round(.voteCast(VoteCast(memberID: ann, tmdbMovieID: 603, vote: .up))),
    "VoteRetracted": .round(.voteRetracted(VoteRetracted(memberID: ann, tmdbMovieID: 603))),
    "VotingDone": .round(.votingDone(VotingDone(memberID: ann))),
    "VotingClosed": .round(.votingClosed(VotingClosed(closedBy: nil, attendees: [ann, ben]))),
    "MoviePicked": .round(.moviePicked(MoviePicked(tmdbMovieID: 603, pickedBy: ann, attendees: [ann, ben]))),
    "RoundWatched": .round(.watched(RoundWatched(markedBy: nil, dueAt: due))),
    "RatingGiven": .round(.ratingGiven(RatingGiven(memberID: ben, rating: .didNotLike))),
    "RoundRated": .round(.rated(RoundRated(reason: .closed, closedBy: ann, dueAt: nil))),
    "RoundExpired": .round(
      .expired(RoundExpired(reason: .timedOut, discardedBy: nil, dueAt: due, attendees: [ann, ben]))),
    "RoundImported": .round(
      .imported(
        RoundImported(
          status: .watched, startedBy: ann, createdAt: due, votingStartedAt: due, watchedAt: due,
          movies: [
            RoundImported.ImportedMovie(
              movie: matrix, position: 1, source: .member,
              votes: [RoundImported.ImportedVote(memberID: ben, vote: .up, votedAt: due)]),
            RoundImported.ImportedMovie(movie: heat, position: 2, source: .algorithm),
          ],
          pick: RoundImported.ImportedPick(tmdbMovieID: 603, pickedBy: ann, pickedAt: due),
          ratings: [RoundImported.ImportedRating(memberID: ben, rating: .didNotLike, ratedAt: due)]))),
    "MovieWatched": .library(.movieWatched(MovieWatched(movie: matrix, roundID: round, dueAt: due))),
    "MovieAddedToWatchlist": .library(.movieAddedToWatchlist(MovieAddedToWatchlist(movie: matrix, addedBy: ben))),
    "MovieRemovedFromWatchlist": .library(
      .movieRemovedFromWatchlist(MovieRemovedFromWatchlist(tmdbMovieID: 603, removedBy: ann))),
    "MovieMarkedWatched": .library(.movieMarkedWatched(MovieMarkedWatched(movie: matrix, markedBy: ben))),
    "MovieUnmarkedWatched": .library(
      .movieUnmarkedWatched(
        MovieUnmarkedWatched(
          tmdbMovieID: 7, unmarkedBy: ann, restored: WatchlistEntry(movie: heat, addedBy: ben, addedAt: due)))),
  ]

  private static let settings: HouseholdSettings = {
    var settings = HouseholdSettings()
    settings.votingExpiryHours = 48
    settings.selectedExpiryDays = 10
    settings.ratingDays = 7
    return settings
  }()

  static func id<Kind>(_ text: String, as: Identifier<Kind>.Type) -> Identifier<Kind> {
    Identifier(text) ?? Identifier(high: 0, low: 0)
  }
}
