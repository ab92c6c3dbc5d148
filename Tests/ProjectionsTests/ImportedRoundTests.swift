import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

/// Rounds imported from an earlier program, in the read models.
@Suite struct ImportedRoundTests {
  private static let longAgo = Timestamp(microseconds: 1_600_000_000_000_000)
  private static func later(_ minutes: Int64) -> Timestamp { longAgo.advanced(bySeconds: 60 * minutes) }

  private func imported(_ status: RoundStatus, _ attendees: Attendees = .unknown) -> RoundImported {
    typealias Vote = RoundImported.ImportedVote
    return RoundImported(
      status: status, startedBy: Home.sarah, createdAt: Self.longAgo, votingStartedAt: Self.later(1),
      votingClosedAt: Self.later(2), watchedAt: Self.later(4), ratedAt: Self.later(6), attendees: attendees,
      movies: [
        RoundImported.ImportedMovie(
          movie: Home.movie(1), position: 1, source: .member,
          votes: [Vote(memberID: Home.tim, vote: .down, votedAt: Self.later(1))]),
        RoundImported.ImportedMovie(
          movie: Home.movie(2), position: 2, source: .watchlist, proposedBy: Home.max,
          votes: [
            Vote(memberID: Home.sarah, vote: .up, votedAt: Self.later(1)),
            Vote(memberID: Home.tim, vote: .up, votedAt: Self.later(2)),
          ]),
      ],
      pick: status.isActive
        ? nil : RoundImported.ImportedPick(tmdbMovieID: 2, pickedBy: Home.tim, pickedAt: Self.later(3)),
      ratings: [RoundImported.ImportedRating(memberID: Home.tim, rating: .loved, ratedAt: Self.later(5))])
  }

  @Test func importedTimesAreKept() throws {
    let round: RoundDetails = try homeRound { $0.inRound(imported(.rated)) }
    #expect(round.status == .rated && round.startedBy == Home.sarah && round.attendees == .unknown)
    #expect(round.createdAt == Self.longAgo)
    let session: SessionSummary = try homeRound { $0.inRound(imported(.rated)) }
    #expect(session.sortKey?.order == Self.longAgo.microseconds)
    #expect(
      [round.votingStartedAt, round.votingClosedAt, round.selectedAt, round.watchedAt, round.ratedAt]
        == [1, 2, 3, 4, 6].map(Self.later))
    #expect(round.expiredAt == nil && round.expiredReason == nil && round.revision == 0)
    #expect(round.pick?.pickedBy == Home.tim)
  }

  @Test func importedVotesAreKept() throws {
    let round: RoundDetails = try homeRound { $0.inRound(imported(.rated)) }
    #expect(round.suggestions.map(\.position) == [1, 2] && round.suggestions.map(\.source) == [.member, .watchlist])
    #expect(round.suggestions.map(\.proposedBy) == [nil, Home.max] && round.suggestions.map(\.netScore) == [-1, 2])
    #expect(round.vote(of: Home.tim, on: 2)?.votedAt == Self.later(2))
    #expect(round.results.clearWinner?.movie == Home.movie(2))
  }

  @Test func onlyRatersAreListedWhenAttendeesAreUnknown() throws {
    let ratings: RoundDetails = try homeRound { $0.inRound(imported(.rated)) }
    #expect(ratings.raters(among: [Home.tim, Home.sarah, Home.max]) == [Home.tim])
    #expect(ratings.rating(of: Home.tim)?.ratedAt == Self.later(5))
    #expect(ratings.ratingsSummary?.total == 1)
  }

  @Test(arguments: RoundStatus.allCases)
  func sessionSummaryFollowsImportedStatus(status: RoundStatus) throws {
    let session: SessionSummary = try homeRound { $0.inRound(imported(status)) }
    #expect(session.status == status && session.createdAt == Self.longAgo && session.attendees == .unknown)
    #expect(session.pick?.tmdbMovieID == (status.isActive ? nil : 2))
    #expect(session.candidates.map(\.tmdbMovieID) == (status.isActive ? [1, 2] : []))
    #expect(session.movieIDs == [1, 2])
    #expect((session.ratingsSummary != nil) == (status == .watched || status == .rated))
  }

  @Test func expiredRoundWithoutExpiryTimeExpiresAtImport() throws {
    var now = Self.longAgo
    let round: RoundDetails = try homeRound { recorder in
      recorder.inRound(imported(.expired))
      now = recorder.now
    }
    #expect(round.expiredAt == now && now > Self.longAgo)
  }

  @Test func importedRoundContinuesWithLaterEvents() throws {
    let play = { (recorder: inout Recorder) in
      recorder.inRound(imported(.voting, .everyone))
      recorder.vote(Home.max, 1, .up)
      recorder.inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim, Home.max]))
      recorder.inRound(RatingGiven(memberID: Home.tim, rating: .liked))
    }
    let round: RoundDetails = try homeRound(play)
    #expect(round.status == .selected && round.attendees == .fixed([Home.tim, Home.max]))
    #expect(round.suggestion(of: 1)?.votes.map(\.memberID) == [Home.tim, Home.max])
    #expect(round.ratings.map(\.rating) == [.liked])
    let session: SessionSummary = try homeRound(play)
    #expect(session.pick?.tmdbMovieID == 1)
  }

  @Test func unknownAttendeesStayUnknownAfterExpiry() throws {
    let play = { (recorder: inout Recorder) in
      recorder.inRound(imported(.selected))
      recorder.inRound(RoundExpired(reason: .discarded, discardedBy: Home.tim, dueAt: nil, attendees: [Home.tim]))
    }
    let round: RoundDetails = try homeRound(play)
    let session: SessionSummary = try homeRound(play)
    #expect([round.attendees, session.attendees] == [.unknown, .unknown])
  }

  @Test func importIntoExistingRoundIsRefused() {
    let play = { (recorder: inout Recorder) in
      recorder.openRound()
      recorder.inRound(imported(.rated))
    }
    #expect(throws: FoldError.outOfPlace) { let _: RoundDetails = try homeRound(play) }
    #expect(throws: FoldError.outOfPlace) { let _: SessionSummary = try homeRound(play) }
  }
}
