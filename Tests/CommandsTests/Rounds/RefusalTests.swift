import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The refusals of round commands other than those for stage and permission.
@Suite struct RefusalTests {
  private func expect(
    _ outcome: Night.Outcome, _ summary: String, _ details: [RefusalData] = [],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.refusal?.name == summary, sourceLocation: location)
    #expect(outcome.refusal?.data ?? [] == details, sourceLocation: location)
    #expect(outcome.refusal?.message.isEmpty != true, sourceLocation: location)
  }

  // MARK: Start

  @Test(arguments: [Stage.draft, .open, .closed])
  func secondActiveRoundIsRefused(stage: Stage) {
    var night = Night.at(stage)
    let exists: [RefusalData] = [.round(Cast.round(1))]
    let start = StartRound(movies: Cast.movies(7...8))
    expect(night.send(.start(start), to: Cast.round(2), by: Cast.ann), "409 active_round_exists", exists)
    var replacing = start
    replacing.replaces = Cast.round(1)
    expect(night.send(.start(replacing), to: Cast.round(2), by: Cast.ann), "409 active_round_exists", exists)
    #expect(night.round().stage == stage)
  }

  @Test(arguments: [Stage.draft, .open, .closed], [Cast.starter, Cast.creator])
  func replacingRoundExpiresOldOneInSameCommit(stage: Stage, sender: MemberID) {
    var night = Night.at(stage)
    let start = StartRound(movies: Cast.movies(7...8), opensVoting: true, replaces: Cast.round(1))
    let outcome = night.send(.start(start), to: Cast.round(2), by: sender)
    #expect(
      outcome.types?.sorted() == [
        "ActiveRoundEnded", "ActiveRoundStarted", "MovieSuggested", "MovieSuggested", "RoundDrafted", "RoundExpired",
        "RoundFinished", "VotingOpened",
      ])
    #expect(night.round().stage == .expired && night.round(Cast.round(2)).stage == .open)
    #expect(night.household.activeRound == Cast.round(2))
  }

  @Test func refusedReplacementKeepsActiveRound() {
    var night = Night.at(.open)
    let start = StartRound(movies: Cast.movies(7...7), opensVoting: true, replaces: Cast.round(1))
    expect(
      night.send(.start(start), to: Cast.round(2), by: Cast.creator), "422 too_few_suggestions", [.limit(2)])
    #expect(night.round().stage == .open && night.household.activeRound == Cast.round(1))
  }

  /// The command is refused even if no round is active, because its sender wrongly believes that the old round is.
  @Test(arguments: [Stage.selected, .watched, .rated, .expired], [false, true])
  func replacingInactiveRoundIsRefused(stage: Stage, hasActive: Bool) throws {
    var night = Night.at(stage)
    if hasActive { night.send(.start(StartRound()), to: Cast.round(2), by: Cast.ann) }
    let before = night
    let status = try #require(night.round().status)
    let start = StartRound(replaces: Cast.round(1))
    expect(night.send(.start(start), to: Cast.round(3), by: Cast.creator), "409 wrong_state", [.status(status)])
    #expect(night.log == before.log)
  }

  @Test(arguments: [Stage.none, .open])
  func replacingUnknownRoundIsRefused(stage: Stage) {
    var night = Night.at(stage)
    let start = StartRound(replaces: Cast.round(9), ceilingOverride: .r)
    expect(night.send(.start(start), to: Cast.round(2), by: Cast.creator), "404 unknown_round")
    expect(night.send(.start(start), to: Cast.round(2), by: Cast.ann), "404 unknown_round")
  }

  @Test func replacingRoundOfOtherHouseholdIsRefused() {
    let night = Night.at(.open)
    let start = StartRound(replaces: Cast.round(1))
    expect(night.sendFromOtherHousehold(.start(start), to: Cast.round(2)), "404 unknown_round")
  }

  @Test func nonMembersOrSingleAttendeeAreRefused() {
    var night = Night()
    func start(_ attendees: [MemberID]) -> RoundCommand { .start(StartRound(attendees: .fixed(attendees))) }
    expect(
      night.send(start([Cast.creator, Cast.nonMember, Cast.member(98)]), by: Cast.ann), "422 not_members",
      [.members([Cast.nonMember, Cast.member(98)])])
    expect(night.send(start([]), by: Cast.ann), "422 too_few_attendees", [.limit(2)])
    expect(night.send(start([Cast.ann]), by: Cast.ann), "422 too_few_attendees", [.limit(2)])
    expect(night.send(start([Cast.ann, Cast.ann]), by: Cast.ann), "422 too_few_attendees", [.limit(2)])
    #expect(night.send(start([Cast.ann, Cast.child, Cast.ann]), by: Cast.creator).refusal == nil)
    #expect(night.round().attendees == .fixed([Cast.ann, Cast.child]))
    expect(
      night.send(.setAttendees(.fixed([Cast.ann])), by: Cast.creator), "422 too_few_attendees", [.limit(2)])
    expect(
      night.send(.setAttendees(.fixed([Cast.ann, Cast.nonMember])), by: Cast.creator), "422 not_members",
      [.members([Cast.nonMember])])
  }

  @Test func roundForEveryoneNeedsTwoMembers() {
    var alone = Night(members: [Cast.creator])
    expect(alone.send(.start(StartRound()), by: Cast.creator), "422 too_few_attendees", [.limit(2)])
    var two = Night(members: [Cast.creator, Cast.ann])
    #expect(two.send(.start(StartRound()), by: Cast.creator).refusal == nil)
  }

  @Test func onlyCreatorStartsWithCeilingOverride() {
    var night = Night()
    let start = RoundCommand.start(StartRound(movies: [Cast.movie(11)], ceilingOverride: .r))
    expect(night.send(start, by: Cast.ann), "403 creator_only")
    #expect(night.send(start, by: Cast.creator).refusal == nil)
  }

  // MARK: Movies

  @Test func duplicateMovieInRoundIsRefused() {
    var night = Night.at(.draft)
    let twice: [RefusalData] = [.movies([1])]
    expect(night.send(.suggest([Cast.movie(1)], allowWatched: true), by: Cast.starter), "409 already_in_round", twice)
    expect(
      night.send(.suggest([Cast.movie(5), Cast.movie(5)], allowWatched: true), by: Cast.starter),
      "409 already_in_round", [.movies([5])])
    expect(
      night.send(
        .start(StartRound(movies: [Cast.movie(1), Cast.movie(1)], replaces: Cast.round(1))), to: Cast.round(2),
        by: Cast.creator),
      "409 already_in_round", twice)
    #expect(night.round().movies.count == 2, "none of a refused list enters")
    night.send(.openVoting, by: Cast.starter)
    expect(night.send(.propose(Cast.movie(1), allowWatched: false), by: Cast.ann), "409 already_in_round", twice)
  }

  @Test func thirteenthMovieInRoundIsRefused() {
    var night = Night.at(.draft)
    let more = (21...30).map(Cast.movie)
    let full: [RefusalData] = [.limit(12)]
    expect(
      night.send(.suggest(more + [Cast.movie(31)], allowWatched: false), by: Cast.starter), "422 round_full", full)
    #expect(night.send(.suggest(more, allowWatched: false), by: Cast.starter).types?.count == 10)
    expect(night.send(.suggest([Cast.movie(31)], allowWatched: false), by: Cast.starter), "422 round_full", full)
    night.send(.openVoting, by: Cast.starter)
    expect(night.send(.propose(Cast.movie(31), allowWatched: false), by: Cast.ann), "422 round_full", full)
    var other = Night()
    expect(other.send(.start(StartRound(movies: (21...33).map(Cast.movie))), by: Cast.ann), "422 round_full", full)
  }

  @Test func watchedMovieIsRefusedUnlessAllowed() {
    var night = Night.at(.watched)
    let seen: [RefusalData] = [.movies([1])]
    let id = Cast.round(2)
    expect(night.send(.start(StartRound(movies: [Cast.movie(1)])), to: id, by: Cast.ann), "422 already_watched", seen)
    night.send(.start(StartRound(movies: Cast.movies(4...5))), to: id, by: Cast.ann)
    expect(
      night.send(.suggest([Cast.movie(1)], allowWatched: false), to: id, by: Cast.ann), "422 already_watched", seen)
    night.send(.openVoting, to: id, by: Cast.ann)
    expect(night.send(.propose(Cast.movie(1), allowWatched: false), to: id, by: Cast.ann), "422 already_watched", seen)
    #expect(night.send(.propose(Cast.movie(1), allowWatched: true), to: id, by: Cast.ann).refusal == nil)
  }

  /// Movies 9 to 14 are rated G, PG-13, R, NC-17, unrated, and with an unknown rating. The last argument lists those
  /// within the ceiling.
  @Test(
    arguments: [
      (nil, true, [9]), (nil, false, [9, 10]), (.g, true, [9, 13, 14]), (.pg13, true, [9, 10, 13, 14]),
      (.r, true, [9, 10, 11, 13, 14]), (.nc17, true, [9, 10, 11, 12, 13, 14]),
    ] as [(ContentRating?, Bool, [Int])])
  func movieOverCeilingIsRefused(_ override: ContentRating?, _ withChild: Bool, _ allowed: [Int]) {
    var draft = Night()
    let attendees = Attendees.fixed([Cast.creator, Cast.ann] + (withChild ? [Cast.child] : []))
    draft.send(.start(StartRound(attendees: attendees)), by: Cast.ann)
    if let override { draft.send(.overrideCeiling(override), by: Cast.creator) }
    var voting = draft
    // A movie rated G is within every ceiling.
    voting.send(.suggest([29, 39].map { Cast.movie($0).rated("G") }, allowWatched: false), by: Cast.ann)
    voting.send(.openVoting, by: Cast.ann)
    #expect(voting.round().stage == .open)
    for number in 9...14 {
      let movie = Cast.movie(number)
      for (command, night) in [
        (RoundCommand.suggest([movie], allowWatched: false), draft), (.propose(movie, allowWatched: false), voting),
      ] {
        var night = night
        let outcome = night.send(command, by: Cast.ann)
        if allowed.contains(number) {
          #expect(outcome.refusal == nil, "\(number)")
        } else {
          expect(outcome, "422 over_ceiling", [.movies([number])])
        }
      }
    }
  }

  @Test func ceilingIsCheckedOnlyWhenMovieEnters() {
    var night = Night()
    night.send(
      .start(StartRound(attendees: .fixed([Cast.creator, Cast.ann]), movies: [Cast.movie(1), Cast.movie(10)])),
      by: Cast.ann)
    #expect(night.send(.setAttendees(.everyone), by: Cast.ann).refusal == nil)
    #expect(night.send(.openVoting, by: Cast.ann).refusal == nil)
    #expect(night.round().movies.map(\.movie.tmdbMovieID) == [1, 10])
    expect(
      night.send(.propose(Cast.movie(20).rated("PG-13"), allowWatched: false), by: Cast.ann), "422 over_ceiling",
      [.movies([20])])
  }

  @Test func openingVotingWithOneMovieIsRefused() {
    var night = Night()
    expect(
      night.send(.start(StartRound(movies: [Cast.movie(1)], opensVoting: true)), by: Cast.ann),
      "422 too_few_suggestions", [.limit(2)])
    night.send(.start(StartRound(movies: [Cast.movie(1)])), by: Cast.ann)
    expect(night.send(.openVoting, by: Cast.ann), "422 too_few_suggestions", [.limit(2)])
    night.send(.suggest([Cast.movie(2)], allowWatched: false), by: Cast.ann)
    #expect(night.send(.openVoting, by: Cast.ann).types == ["VotingOpened"])
  }

  @Test func movieNotInRoundIsRefused() {
    var draft = Night.at(.draft)
    expect(draft.send(.unsuggest(77), by: Cast.starter), "422 not_in_round", [.movies([77])])
    var night = Night.at(.open)
    expect(night.send(.vote(77, .up), by: Cast.ann), "422 not_in_round", [.movies([77])])
    expect(night.send(.retract(77), by: Cast.ann), "422 not_in_round", [.movies([77])])
    expect(night.send(.withdraw(77, confirm: true), by: Cast.ann), "422 not_in_round", [.movies([77])])
    expect(night.send(.pick(77), by: Cast.creator), "422 not_in_round", [.movies([77])])
    #expect(night.send(.pick(2), by: Cast.creator).refusal == nil, "a movie without votes can be picked")
  }
}

extension Movie {
  func rated(_ rating: String?) -> Movie {
    var movie = self
    movie.contentRating = rating
    return movie
  }
}
