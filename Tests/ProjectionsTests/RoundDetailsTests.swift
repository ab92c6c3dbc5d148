import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

@Suite struct RoundDetailsTests {
  @Test func draftHasStarterAttendeesAndMovies() throws {
    let round: RoundDetails = try homeRound { recorder in
      recorder.inRound(RoundDrafted(startedBy: Home.tim, attendees: .everyone))
      recorder.inRound(
        MovieSuggested(movie: Home.movie(7), position: 1, source: .watchlist, suggestedBy: Home.sarah))
    }
    #expect(round.status == .draft)
    #expect(round.startedBy == Home.tim)
    #expect(round.attendees == .everyone)
    #expect(round.attendees.knownIDs(among: [Home.max]) == [Home.max])
    #expect(round.suggestions.map(\.movie) == [Home.movie(7)])
    #expect(round.suggestions.map(\.source) == [.watchlist])
    #expect(round.suggestions[0].proposedBy == nil)
    #expect(round.revision == 1)
    var (copied, encoded) = (JSONWriter(), JSONWriter())
    copied.object { round.suggestions[0].writeMovie(to: &$0) }
    encoded.object { Home.movie(7).writeMembers(to: &$0) }
    #expect(copied.text == encoded.text)
  }

  @Test func replacedVoteKeepsItsPlace() throws {
    let round: RoundDetails = try homeRound { recorder in
      recorder.openRound()
      recorder.vote(Home.tim, 1, .up)
      recorder.vote(Home.sarah, 1, .up)
      recorder.vote(Home.tim, 1, .down)
    }
    let votes = try #require(round.suggestion(of: 1)).votes
    #expect(votes.map(\.memberID) == [Home.tim, Home.sarah])
    #expect(votes.map(\.vote) == [.down, .up])
    #expect(votes[0].votedAt > votes[1].votedAt)
    #expect(round.vote(of: Home.tim, on: 1)?.vote == .down)
    #expect(round.vote(of: Home.max, on: 1) == nil)
  }

  @Test func droppedAttendeesLoseVotesAndDone() throws {
    let round: RoundDetails = try homeRound { recorder in
      recorder.openRound()
      recorder.vote(Home.tim, 1, .up)
      recorder.vote(Home.max, 1, .up)
      recorder.vote(Home.max, 2, .down)
      recorder.inRound(VotingDone(memberID: Home.max))
      recorder.inRound(VotingDone(memberID: Home.tim))
      recorder.inRound(AttendeesSet(attendees: .fixed([Home.tim, Home.sarah])))
    }
    #expect(round.suggestions.flatMap { $0.votes.map(\.memberID) } == [Home.tim])
    #expect(round.doneVoting == [Home.tim])
  }

  @Test(arguments: [Attendees.everyone, .fixed([Home.tim, Home.sarah, Home.max])])
  func departedMemberLosesVotesAndDone(attendees: Attendees) throws {
    let play = { (recorder: inout Recorder) in
      recorder.openRound()
      recorder.inRound(AttendeesSet(attendees: attendees))
      recorder.vote(Home.tim, 1, .up)
      recorder.vote(Home.max, 1, .up)
      recorder.inRound(VotingDone(memberID: Home.max))
      recorder.inRound(AttendeeDropped(memberID: Home.max))
    }
    let round: RoundDetails = try homeRound(play)
    let expected: Attendees = attendees == .everyone ? .everyone : .fixed([Home.tim, Home.sarah])
    #expect(round.attendees == expected)
    #expect(round.suggestions.flatMap { $0.votes.map(\.memberID) } == [Home.tim])
    #expect(round.doneVoting == [])
    let session: SessionSummary = try homeRound(play)
    #expect(session.attendees == expected)
  }

  @Test func doneIsClearedWithLastVote() throws {
    let round: RoundDetails = try homeRound { recorder in
      recorder.openRound()
      recorder.inRound(MovieProposed(movie: Home.movie(9), position: 4, proposedBy: Home.max))
      recorder.vote(Home.tim, 1, .up)
      recorder.vote(Home.tim, 2, .up)
      recorder.vote(Home.sarah, 9, .up)
      recorder.vote(Home.max, 3, .up)
      for member in [Home.tim, Home.sarah, Home.max] { recorder.inRound(VotingDone(memberID: member)) }
      recorder.inRound(VoteRetracted(memberID: Home.tim, tmdbMovieID: 1))
      recorder.inRound(VoteRetracted(memberID: Home.max, tmdbMovieID: 3))
      recorder.inRound(ProposalWithdrawn(tmdbMovieID: 9, withdrawnBy: Home.max))
    }
    #expect(round.doneVoting == [Home.tim])
    #expect(round.suggestions.map(\.movie.tmdbMovieID) == [1, 2, 3])
  }

  @Test(arguments: ["closed", "picked", "expired"])
  func attendeesAreFixedWhenVotingEnds(by end: String) throws {
    let here = [Home.sarah, Home.tim]
    let round: RoundDetails = try homeRound { recorder in
      recorder.openRound(.everyone)
      switch end {
      case "closed": recorder.inRound(VotingClosed(closedBy: Home.tim, attendees: here))
      case "picked": recorder.inRound(MoviePicked(tmdbMovieID: 2, pickedBy: Home.tim, attendees: here))
      default:
        recorder.inRound(RoundExpired(reason: .discarded, discardedBy: Home.tim, dueAt: nil, attendees: here))
      }
    }
    #expect(round.attendees == .fixed(here))
  }

  @Test func dueTimesAreUsedAsEventTimes() throws {
    let due = Timestamp(microseconds: 1_771_000_000_123_456)
    let expired: RoundDetails = try homeRound { recorder in
      recorder.openRound()
      recorder.inRound(RoundExpired(reason: .timedOut, discardedBy: nil, dueAt: due, attendees: []))
    }
    #expect(expired.expiredAt == due)
    #expect(expired.expiredReason == .timedOut)
    let rated: RoundDetails = try homeRound { recorder in
      recorder.openRound()
      recorder.inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim]))
      recorder.inRound(RoundWatched(markedBy: nil, dueAt: due))
      recorder.inRound(RoundRated(reason: .timedOut, dueAt: due.advanced(bySeconds: 60)))
    }
    #expect(rated.watchedAt == due)
    #expect(rated.ratedAt == due.advanced(bySeconds: 60))
  }

  @Test func deadlineAndNextStatusFollowRoundState() throws {
    var founding = Recorder()
    founding.foundHome()
    let store = RowStore(keepsRows: true)
    store.record(founding.events)
    let home = try #require(try openModels(store).household(Home.id))
    /// Returns the deadline of an open round after `play`, whose first event is 6 seconds after the start.
    func deadline(_ play: (inout Recorder) -> Void) throws -> RoundDeadline? {
      let round: RoundDetails = try homeRound { recorder in
        recorder.openRound()
        play(&recorder)
      }
      return round.deadline(in: home)
    }
    func after(_ seconds: Int64, days: Int64) -> Timestamp {
      Recorder().now.advanced(bySeconds: seconds + days * Timestamp.secondsPerDay)
    }
    func pick(_ recorder: inout Recorder) {
      recorder.inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim, Home.sarah]))
    }
    func rate(_ recorder: inout Recorder, _ members: MemberID...) {
      for member in members { recorder.inRound(RatingGiven(memberID: member, rating: .liked)) }
    }
    let voting = try #require(try deadline { $0.vote(Home.tim, 1, .up) })
    #expect(voting.dueAt == after(6, days: 3) && voting.status == .expired, "from the last event")
    let picked = try #require(try deadline { pick(&$0) })
    #expect(picked.dueAt == after(6, days: 30) && picked.status == .expired)
    let rated = try #require(
      try deadline {
        pick(&$0)
        rate(&$0, Home.tim)
      })
    #expect(rated.dueAt == picked.dueAt && rated.status == .watched, "ratings move nothing")
    let ratedByAll = try #require(
      try deadline {
        pick(&$0)
        rate(&$0, Home.tim, Home.sarah)
      })
    #expect(ratedByAll.dueAt == picked.dueAt && ratedByAll.status == .rated)
    let watched = try #require(
      try deadline {
        pick(&$0)
        $0.inRound(RoundWatched(markedBy: nil, dueAt: after(100, days: 0)))
        rate(&$0, Home.tim)
      })
    #expect(watched.dueAt == after(100, days: 14) && watched.status == .rated, "from when it was due")
    #expect(
      try deadline {
        $0.inRound(RoundExpired(reason: .discarded, discardedBy: Home.tim, dueAt: nil, attendees: []))
      } == nil)
  }

  @Test func ratingsAreSummarizedOnlyOnceWatched() throws {
    func round(watched: Bool) throws -> RoundDetails {
      try homeRound { recorder in
        recorder.openRound()
        recorder.inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim, Home.sarah]))
        recorder.inRound(RatingGiven(memberID: Home.tim, rating: .didNotLike))
        recorder.inRound(RatingGiven(memberID: Home.sarah, rating: .loved))
        recorder.inRound(RatingGiven(memberID: Home.tim, rating: .loved))
        if watched { recorder.inRound(RoundWatched(markedBy: Home.tim)) }
      }
    }
    #expect(try round(watched: false).ratingsSummary == nil)
    let watched = try round(watched: true)
    let summary = try #require(watched.ratingsSummary)
    #expect((summary.loved, summary.liked, summary.didNotLike, summary.total) == (2, 0, 0, 2))
    #expect(watched.ratings.map(\.memberID) == [Home.tim, Home.sarah])
  }

  @Test func sessionKeepsPickAndDropsCandidates() throws {
    let session: SessionSummary = try homeRound { recorder in
      recorder.openRound()
      recorder.inRound(MoviePicked(tmdbMovieID: 2, pickedBy: Home.tim, attendees: [Home.tim]))
    }
    #expect(session.pick?.title == "Movie 2")
    #expect(session.pick?.posterPath == "/2.jpg")
    #expect(session.candidates.isEmpty)
    #expect(session.status == .selected)
  }

  @Test(arguments: ExpiryReason.allCases)
  func sessionKeepsReasonOfExpiry(_ reason: ExpiryReason) throws {
    let session: SessionSummary = try homeRound { recorder in
      recorder.openRound()
      recorder.inRound(RoundExpired(reason: reason, discardedBy: nil, dueAt: nil, attendees: [Home.tim]))
    }
    #expect(session.expiredReason == reason)
  }

  @Test func unknownMovieOrMisplacedEventIsRefused() {
    #expect(throws: FoldError.unknownMovie(9)) {
      let _: RoundDetails = try homeRound { recorder in
        recorder.openRound()
        recorder.vote(Home.tim, 9, .up)
      }
    }
    #expect(throws: FoldError.outOfPlace) {
      let _: RoundDetails = try homeRound { $0.inRound(VotingOpened(openedBy: Home.tim)) }
    }
  }

  @Test func rowsOfEveryModelRoundTrip() throws {
    let rows = try foldAllRows(RandomHistory.events(seed: 11, count: 1500))
    try expectRoundTrip(RoundDetails.self, rows)
    try expectRoundTrip(SessionSummary.self, rows)
    try expectRoundTrip(HouseholdDetails.self, rows)
    try expectRoundTrip(AccessDetails.self, rows)
    try expectRoundTrip(LibraryDetails.self, rows)
    try expectRoundTrip(ListedMovie.self, rows)
    try expectRoundTrip(WatchedMovie.self, rows)
  }

  private func expectRoundTrip<Model: Projection>(_: Model.Type, _ rows: [String: [RowKey: Row]]) throws {
    let rows = try #require(rows[Model.name])
    #expect(!rows.isEmpty)
    for row in rows.values {
      let model = try Model(row: row)
      #expect(model.row(at: row.position) == row)
      #expect(try Model(row: model.row(at: 1)) == model)
    }
  }
}
