import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// An example command for each declared refusal, named after the refusal's code and reason.
enum RefusalExamples {
  struct Example: Sendable, CustomStringConvertible {
    let name: String
    let refusal: @Sendable () throws -> Refusal?

    var description: String { name }
  }

  static let all =
    ofEveryCommand + households + invites + libraries + startingRounds + whoInRounds + votingInRounds + collections
    + limitsOfCollections + guides

  // MARK: Making examples

  private static func household(
    _ name: String, _ command: HouseholdCommand, by sender: Sender = .member(Cast.creator),
    in night: @escaping @Sendable () -> Night = { Night() }
  ) -> Example {
    Example(name: name) {
      var night = night()
      return night.send(command, by: sender).refusal
    }
  }

  private static func library(
    _ name: String, _ command: LibraryCommand, by member: MemberID = Cast.starter,
    after earlier: [LibraryCommand] = [], waiting seconds: Int64 = 0, in stage: Stage = .none
  ) -> Example {
    Example(name: name) {
      var night = Night.at(stage)
      for command in earlier { night.send(command, by: .member(Cast.ann)) }
      night.wait(until: night.now.advanced(bySeconds: seconds))
      return night.send(command, by: .member(member)).refusal
    }
  }

  private static func round(
    _ name: String, _ command: RoundCommand, to number: Int = 1, by member: MemberID = Cast.creator, in stage: Stage,
    after earlier: [RoundCommand] = []
  ) -> Example {
    Example(name: name) {
      var night = Night.at(stage)
      for command in earlier { night.send(command, to: Cast.round(number), by: member) }
      return night.send(command, to: Cast.round(number), by: member).refusal
    }
  }

  private static func submission(_ name: String, _ submissions: Submission...) -> Example {
    Example(name: name) {
      let path = try ScriptedCommitter()
      guard case .refused(let refusal)? = submissions.map({ path.send($0) }).last ?? nil else { return nil }
      return refusal
    }
  }

  // MARK: Any command

  private static let ofEveryCommand = [
    household("-32602 bad_parameters", .update(HouseholdUpdate(name: ""))),
    household("401 not_authenticated", .leave, by: .member(Cast.nonMember)),
    household("403 cannot_act_as", .leave, by: .member(Cast.ann, actingAs: Cast.child)),
    household("403 creator_only", .update(HouseholdUpdate(name: "x")), by: .member(Cast.ann)),
    submission("409 wrong_revision", .round(.start(StartRound()), expectedRevision: 1)),
    submission(
      "409 command_id_reused", .round(.start(StartRound()), id: 1),
      .round(.start(StartRound()), 2, id: 1, fingerprint: 2)),
  ]

  // MARK: Households

  private static let households = [
    household("404 unknown_household", .leave, in: { Night(founding: []) }),
    household("404 unknown_member", .remove(Cast.nonMember)),
    household("404 unknown_token", .revokeToken(Cast.token(1).id)),
    household(
      "409 household_exists",
      .found(
        NewHousehold(
          name: "x", creator: NewMember(id: Cast.ann, displayName: "Ann", avatarKey: nil), token: Cast.token(1)))),
    household(
      "409 household_full", .addManaged(newcomer),
      in: { Night(members: (1...8).map(Cast.member)) }),
    household(
      "422 too_many_tokens", .issueToken(Cast.token(51)),
      in: {
        var night = Night()
        for number in 1...50 { night.send(.issueToken(Cast.token(number)), by: .member(Cast.creator)) }
        return night
      }),
    household("422 managed_member", .issueToken(Cast.token(1, for: Cast.child)), by: .administrator),
    household("403 not_your_token", .issueToken(Cast.token(1, for: Cast.ann))),
    household("403 creator_stays", .remove(Cast.creator)),
    household("403 parent_or_creator_only", .remove(Cast.baby), by: .member(Cast.ann)),
    household(
      "403 ceiling_fixed",
      .setPreferences(Cast.baby, Preferences(genreLikes: [1, 2], genreDislikes: [], maxContentRating: .r))),
  ]

  private static let newcomer = NewMember(id: Cast.member(50), displayName: "Ben", avatarKey: nil)
  private static let invite = InviteID(high: 3, low: 1)
  private static let accept = HouseholdCommand.acceptInvite(invite, digest: "digest", newcomer, Cast.token(50))

  @Sendable private static func invited() -> Night {
    var night = Night()
    night.send(.createInvite(invite, digest: "digest"), by: .member(Cast.creator))
    return night
  }

  private static let invites = [
    household("404 unknown_invite", accept, by: .unauthenticated),
    household(
      "422 too_many_invites", .createInvite(invite, digest: "digest"),
      in: {
        var night = Night()
        for number: UInt64 in 2...21 {
          night.send(.createInvite(InviteID(high: 3, low: number), digest: "digest"), by: .member(Cast.creator))
        }
        return night
      }),
    household(
      "410 invite_expired", accept, by: .unauthenticated,
      in: {
        var night = invited()
        night.wait(until: night.now.advanced(bySeconds: HouseholdLimits.inviteSeconds))
        return night
      }),
    household(
      "410 invite_revoked", accept, by: .unauthenticated,
      in: {
        var night = invited()
        night.send(.revokeInvite(invite), by: .member(Cast.creator))
        return night
      }),
  ]

  // MARK: Libraries

  private static let libraries = [
    library("409 already_on_watchlist", .addToWatchlist(Cast.movie(1)), after: [.addToWatchlist(Cast.movie(1))]),
    library("409 already_watched", .markWatched(Cast.movie(1)), after: [.markWatched(Cast.movie(1))]),
    library(
      "422 watchlist_full", .addToWatchlist(Cast.movie(99)), after: Cast.movies(21...70).map { .addToWatchlist($0) }),
    library("404 not_on_watchlist", .removeFromWatchlist(1)),
    library("403 adder_or_creator_only", .removeFromWatchlist(1), after: [.addToWatchlist(Cast.movie(1))]),
    library("404 not_watched", .unmarkWatched(1)),
    library("403 marker_or_creator_only", .unmarkWatched(1), after: [.markWatched(Cast.movie(1))]),
    library(
      "409 too_late", .unmarkWatched(1), by: Cast.ann, after: [.markWatched(Cast.movie(1))],
      waiting: 24 * Timestamp.secondsPerHour),
    library("422 watched_in_round", .unmarkWatched(1), in: .watched),
  ]

  // MARK: Rounds

  private static func start(_ attendees: [MemberID]) -> RoundCommand {
    .start(StartRound(attendees: .fixed(attendees)))
  }

  private static let startingRounds = [
    Example(name: "409 round_of_another_household") {
      var round = RoundState(id: Cast.round(1))
      let imported = RoundImported(status: .expired, startedBy: Cast.ann, createdAt: Cast.evening)
      round.evolve(.imported(imported), at: Cast.evening, in: HouseholdID(high: 9, low: 9))
      do throws(Refusal) {
        _ = try round.decideImport(imported, by: .administrator, in: Night().household)
        return nil
      } catch {
        return error
      }
    },
    round("409 active_round_exists", .start(StartRound()), to: 2, in: .draft),
    round("422 not_members", start([Cast.ann, Cast.nonMember]), in: .none),
    round("422 too_few_attendees", start([Cast.ann]), in: .none),
    round("409 already_in_round", .suggest([Cast.movie(1)], allowWatched: false), in: .draft),
    round("422 round_full", .suggest(Cast.movies(21...31), allowWatched: false), in: .draft),
    round("422 already_watched", .start(StartRound(movies: [Cast.movie(1)])), to: 2, in: .watched),
    round("422 over_ceiling", .suggest([Cast.movie(11)], allowWatched: false), in: .draft),
    round("422 too_few_suggestions", .openVoting, in: .draft, after: [.unsuggest(1)]),
  ]

  private static let whoInRounds = [
    round("404 unknown_round", .openVoting, in: .none),
    round("409 wrong_state", .openVoting, in: .open),
    round("409 voting_closed", .vote(1, .up), in: .closed),
    round("403 starter_or_creator_only", .openVoting, by: Cast.ann, in: .draft),
    round("403 proposer_or_creator_only", .withdraw(3, confirm: true), by: Cast.starter, in: .open),
    round("403 not_an_attendee", .vote(1, .up), by: Cast.outsider, in: .open),
  ]

  @Sendable private static func proposal(_ number: Int) -> RoundCommand {
    .propose(Cast.movie(number), allowWatched: false)
  }

  private static let votingInRounds = [
    round("422 member_proposal_limit", proposal(6), in: .open, after: [proposal(4), proposal(5)]),
    Example(name: "422 round_proposal_limit") {
      var night = Night.at(.open)
      for (number, member) in [(4, Cast.ann), (5, Cast.starter), (6, Cast.starter)] {
        night.send(proposal(number), by: member)
      }
      return night.send(proposal(7), by: Cast.creator).refusal
    },
    round("409 proposal_has_votes", .withdraw(3, confirm: false), in: .open, after: [.vote(3, .up)]),
    round("422 not_a_proposal", .withdraw(1, confirm: true), in: .open),
    round("422 not_in_round", .vote(77, .up), in: .open),
    round("409 no_vote", .retract(2), in: .open),
    round("422 nothing_voted", .doneVoting, in: .open, after: [.retract(1)]),
  ]

  // MARK: Collections

  private static func collection(
    _ name: String, _ command: CollectionCommand, by member: MemberID = Cast.ann,
    after earlier: @escaping @Sendable (inout Night) -> Void = { _ in }
  ) -> Example {
    Example(name: name) {
      var night = Night()
      night.send(.add(Cast.newMovie(1), Cast.newSeries(1)))
      night.send(.createList(1, isShared: true))
      night.send(.addNote(1, on: .movie(1), ownerOnly: false))
      earlier(&night)
      return night.send(command, by: .member(member)).refusal
    }
  }

  private static let movie = TitleRef.movie(1)

  private static let collections = [
    collection("409 already_in_collection", .add(Cast.newMovie(1))),
    collection("404 not_in_collection", .mark(2)),
    collection("404 unknown_list", .removeList(Cast.list(2))),
    collection("404 unknown_note", .removeNote(Cast.note(2))),
    collection("403 not_your_note", .removeNote(Cast.note(1)), by: Cast.starter),
    collection("422 not_a_series", .set(movie) { $0.status = .watching }),
    collection(
      "422 in_the_future", .mark(1, WatchedAt(Cast.evening.advanced(bySeconds: 2 * Timestamp.secondsPerDay)))),
    collection(
      "422 unknown_episode", .markEpisodes(EpisodeMark(EpisodeSelection(of: 1, season: 1, numbers: [9])))),
    collection("422 private_title", .addToList(Cast.list(1), [movie], after: nil)) { night in
      night.send(.set(movie) { $0.isPrivate = true })
    },
  ]

  private static let limitsOfCollections = [
    collection("422 collection_full", .add(Cast.newMovie(20_001))) { $0 = fullNight },
    collection("422 too_many_lists", .createList(101)) { night in
      for number in 2...CollectionLimits.lists { night.send(.createList(number)) }
    },
    collection("422 list_full", .addToList(Cast.list(1), [.movie(2_001)], after: nil)) { night in
      night.send(.addTitles(Cast.newMovies(2...2_001)))
      night.send(.addToList(Cast.list(1), (1...2_000).map { .movie($0) }, after: nil))
    },
    collection("422 too_many_notes", .addNote(2_001, on: movie)) { night in
      for number in 2...CollectionLimits.notes { night.send(.addNote(number, on: movie)) }
    },
    collection("422 too_many_plays", .mark(1, again: true)) { night in
      for second in 1...Int64(CollectionLimits.playsOfOne) {
        night.send(.mark(1, WatchedAt(Cast.evening.advanced(bySeconds: -second)), again: true))
      }
    },
  ]

  /// A night in which Ann's collection is full. Made once, because it takes seconds.
  private static let fullNight: Night = {
    var night = Night()
    night.send(.addTitles(Cast.newMovies(1...CollectionLimits.titles)))
    return night
  }()

  // MARK: Guides

  private static func guide(
    _ name: String, _ command: GuideCommand, after earlier: @escaping @Sendable (inout Night) -> Void = { _ in }
  ) -> Example {
    Example(name: name) {
      var night = Night()
      earlier(&night)
      return night.send(command).refusal
    }
  }

  private static let guides = [
    guide("422 not_in_guide", .set(1) { $0.bufferDays = 1 }),
    guide("404 unknown_reminder", .removeReminder(Cast.reminder(1, of: 1).id)),
    guide("422 too_many_reminders", .remind(201, of: 201)) { night in
      for number in 1...GuideLimits.reminders { night.send(.remind(number, of: number)) }
    },
    guide("422 too_many_shows", .hide(1_001)) { night in
      for number in 1...GuideLimits.recordedShows { night.send(.hide(number)) }
    },
  ]
}
