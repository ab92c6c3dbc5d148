import Domain
import EventStore
import MovieNightPrimitives
import TestSupport

@testable import Server

/// Interleaved movie nights of several households, with every kind of event in a valid order.
struct RandomHistory {
  private struct RoundInPlay {
    let id: RoundID
    let household: Int
    var status = RoundStatus.draft
    var isClosed = false
    var movies: [MovieID] = []
    var proposals: [MovieID] = []
    var nextPosition = 1
    var attendees: [MemberID]
  }

  /// A household's lists, as far as they determine which events are valid next.
  private struct Lists {
    var watchlist: [WatchlistEntry] = []
    /// The marked movies, with their previous watchlist entries.
    var marked: [(id: MovieID, entry: WatchlistEntry?)] = []
    var watched: Set<MovieID> = []

    func contain(_ id: MovieID) -> Bool {
      watched.contains(id) || marked.contains { $0.id == id } || watchlist.contains { $0.movie.tmdbMovieID == id }
    }

    mutating func watch(_ id: MovieID) {
      watchlist.removeAll { $0.movie.tmdbMovieID == id }
      marked.removeAll { $0.id == id }
      watched.insert(id)
    }
  }

  private(set) var recorder = Recorder()
  private var generator: SeededGenerator
  private var households: [(id: HouseholdID, members: [MemberID], tokens: [TokenID])] = []
  private var rounds: [RoundInPlay] = []
  private var lists: [HouseholdID: Lists] = [:]

  var events: [RecordedEvent] { recorder.events }

  init(seed: UInt64, households count: Int = 3) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<count { found() }
  }

  /// Returns the first `count` events of the history with `seed`.
  static func events(seed: UInt64, count: Int) -> [RecordedEvent] {
    var history = RandomHistory(seed: seed)
    while history.events.count < count { history.step() }
    return Array(history.events.prefix(count))
  }

  /// Records the next events of a random household.
  mutating func step() {
    let open = rounds.indices.filter { !rounds[$0].status.isFinal }
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: changeHousehold()
    case 1, 2: start()
    case 3: Bool.random(using: &generator) ? keepLists() : importRound()
    default: if let index = open.randomElement(using: &generator) { play(index) } else { start() }
    }
  }

  private mutating func makeID<Kind>() -> Identifier<Kind> {
    Identifier(version7At: recorder.now, using: &generator)
  }

  private mutating func found() {
    let id: HouseholdID = makeID()
    let members: [MemberID] = [makeID(), makeID(), makeID()]
    recorder.record(HouseholdFounded(createdBy: members[0]), household: id)
    for (index, member) in members.enumerated() {
      recorder.record(
        MemberJoined(
          memberID: member, memberType: index == 2 ? .managed : .independent,
          parentMemberID: index == 2 ? members[0] : nil), household: id)
    }
    households.append((id, members, []))
  }

  private mutating func changeHousehold() {
    let index = Int.random(in: households.indices, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: changeTokens(index)
    case 1: changeInvites(households[index].id, by: households[index].members[0])
    case 2: changeSettings(households[index].id, households[index].members)
    default: playGuest(households[index].id, children: [households[index].members[2]], households[index].members[0])
    }
  }

  private mutating func changeTokens(_ index: Int) {
    let household = households[index].id
    if let token = households[index].tokens.first, Bool.random(using: &generator) {
      households[index].tokens.removeFirst()
      recorder.record(TokenRevoked(tokenID: token), household: household)
    } else {
      let token: TokenID = makeID()
      households[index].tokens.append(token)
      recorder.record(
        TokenIssued(tokenID: token, memberID: households[index].members[0], digest: "$y$j9T$\(token)"),
        household: household)
    }
  }

  private mutating func keepLists() {
    let (household, members, _) = households.randomElement(using: &generator) ?? households[0]
    let id = Int.random(in: 1...1200, using: &generator)
    var lists = lists[household] ?? Lists()
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where !lists.watchlist.isEmpty:
      let entry = lists.watchlist.removeFirst()
      recorder.record(
        MovieRemovedFromWatchlist(tmdbMovieID: entry.movie.tmdbMovieID, removedBy: members[0]), library: household)
    case 1 where !lists.watchlist.isEmpty:
      let entry = lists.watchlist.removeLast()
      lists.marked.append((entry.movie.tmdbMovieID, entry))
      recorder.record(MovieMarkedWatched(movie: entry.movie, markedBy: members[1]), library: household)
    case 2 where !lists.marked.isEmpty:
      let (movie, entry) = lists.marked.removeFirst()
      if let entry { lists.watchlist.append(entry) }
      recorder.record(
        MovieUnmarkedWatched(tmdbMovieID: movie, unmarkedBy: members[1], restored: entry), library: household)
    case _ where lists.contain(id): break
    case 3:
      lists.marked.append((id, nil))
      recorder.record(MovieMarkedWatched(movie: Home.movie(id), markedBy: members[0]), library: household)
    default:
      recorder.record(MovieAddedToWatchlist(movie: Home.movie(id), addedBy: members[0]), library: household)
      lists.watchlist.append(
        WatchlistEntry(movie: Home.movie(id), addedBy: members[0], addedAt: recorder.now))
    }
    self.lists[household] = lists
  }

  private mutating func changeInvites(_ household: HouseholdID, by creator: MemberID) {
    let invite: InviteID = makeID()
    recorder.record(
      InviteCreated(inviteID: invite, createdBy: creator, digest: "$5$\(invite)", expiresAt: recorder.now),
      household: household)
    guard Bool.random(using: &generator) else { return }
    recorder.record(InviteRevoked(inviteID: invite, revokedBy: creator), household: household)
  }

  private mutating func changeSettings(_ household: HouseholdID, _ members: [MemberID]) {
    var settings = HouseholdSettings()
    settings.ratingDays = Int.random(in: 1...9, using: &generator)
    recorder.record(HouseholdSettingsSet(settings: settings, setBy: members[0]), household: household)
    recorder.record(
      StreamingServicesSet(services: ["Service \(settings.ratingDays)"], setBy: members[0]), household: household)
    recorder.record(HouseholdRenamed(renamedBy: members[0]), household: household)
    let member = members.randomElement(using: &generator) ?? members[0]
    recorder.record(
      PreferencesSet(
        memberID: member, genreLikes: [1, settings.ratingDays + 1], genreDislikes: [27],
        maxContentRating: member == members[2] ? nil : .r), household: household)
  }

  /// Records a guest who joins, is creator and the children's parent for a while, and leaves.
  private mutating func playGuest(_ household: HouseholdID, children: [MemberID], _ creator: MemberID) {
    let guest: MemberID = makeID()
    recorder.record(MemberJoined(memberID: guest, memberType: .independent, inviteID: makeID()), household: household)
    recorder.record(TokenIssued(tokenID: makeID(), memberID: guest, digest: "$5$"), household: household)
    recorder.record(MemberProfileChanged(memberID: guest, changedBy: guest), household: household)
    for member in [guest, creator] {
      recorder.record(CreatorChanged(memberID: member), household: household)
      for child in children {
        recorder.record(ParentChanged(memberID: child, parentMemberID: member), household: household)
      }
    }
    let isErasedLater = Bool.random(using: &generator)
    recorder.record(MemberLeft(memberID: guest, reason: isErasedLater ? .left : .erased), household: household)
    recorder.record(MemberErased(memberID: guest, erasedBy: isErasedLater ? nil : guest), household: household)
  }

  private mutating func start() {
    let household = Int.random(in: households.indices, using: &generator)
    let members = households[household].members
    let round = RoundInPlay(id: makeID(), household: household, attendees: members)
    let attendees: Attendees = Bool.random(using: &generator) ? .everyone : .fixed(members)
    record(RoundDrafted(startedBy: members[0], attendees: attendees), round)
    recorder.record(ActiveRoundStarted(roundID: round.id), household: households[household].id)
    rounds.append(round)
  }

  /// Imports an old watched round, perhaps of a movie that is on a list.
  private mutating func importRound() {
    let (household, members, _) = households.randomElement(using: &generator) ?? households[0]
    let movie = Int.random(in: 1...1200, using: &generator)
    let time = recorder.now.advanced(bySeconds: -Int64.random(in: 1...100_000, using: &generator))
    let id: RoundID = makeID()
    recorder.record(
      RoundImported(
        status: .rated, startedBy: members[0], createdAt: time, watchedAt: time,
        movies: [
          RoundImported.ImportedMovie(
            movie: Home.movie(movie), position: 1, source: .member,
            votes: [RoundImported.ImportedVote(memberID: members[1], vote: .up, votedAt: time)])
        ],
        pick: RoundImported.ImportedPick(tmdbMovieID: movie, pickedBy: members[0], pickedAt: time),
        ratings: [RoundImported.ImportedRating(memberID: members[2], rating: .loved, ratedAt: time)]),
      round: id, of: household)
    recorder.record(MovieWatched(movie: Home.movie(movie), roundID: id, dueAt: time), library: household)
    lists[household, default: Lists()].watch(movie)
  }

  private mutating func record(_ payload: some EventPayload, _ round: RoundInPlay) {
    recorder.record(payload, round: round.id, of: households[round.household].id)
  }

  private mutating func play(_ index: Int) {
    var round = rounds[index]
    switch round.status {
    case .draft: draft(&round)
    case .voting: round.isClosed ? pick(&round) : vote(&round)
    case .selected, .watched: rate(&round)
    case .rated, .expired: break
    }
    rounds[index] = round
  }

  private mutating func draft(_ round: inout RoundInPlay) {
    let member = round.attendees[0]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0 where round.movies.count > 1:
      record(MovieUnsuggested(tmdbMovieID: round.movies.removeLast(), unsuggestedBy: member), round)
    case 1 where round.movies.count > 1:
      record(VotingOpened(openedBy: member), round)
      round.status = .voting
    case 2: record(CeilingOverridden(maxContentRating: .r, overriddenBy: member), round)
    case 3 where round.movies.count > 5: expire(&round)
    default:
      let movie = newMovie(&round)
      record(MovieSuggested(movie: movie.movie, position: movie.position, source: .member, suggestedBy: member), round)
    }
  }

  private mutating func newMovie(_ round: inout RoundInPlay) -> (movie: Movie, position: Int) {
    defer { round.nextPosition += 1 }
    let id = round.nextPosition * 100 + Int.random(in: 0..<100, using: &generator)
    round.movies.append(id)
    return (Home.movie(id, popularity: Double(Int.random(in: 0..<1000, using: &generator)) / 8), round.nextPosition)
  }

  private mutating func vote(_ round: inout RoundInPlay) {
    let member = round.attendees.randomElement(using: &generator) ?? round.attendees[0]
    let movie = round.movies.randomElement(using: &generator) ?? round.movies[0]
    switch Int.random(in: 0..<16, using: &generator) {
    case 0:
      let proposed = newMovie(&round)
      round.proposals.append(proposed.movie.tmdbMovieID)
      record(MovieProposed(movie: proposed.movie, position: proposed.position, proposedBy: member), round)
    case 1:
      guard let withdrawn = round.proposals.popLast() else { return }
      round.movies.removeAll { $0 == withdrawn }
      record(ProposalWithdrawn(tmdbMovieID: withdrawn, withdrawnBy: member), round)
    case 2: record(VoteRetracted(memberID: member, tmdbMovieID: movie), round)
    case 3: record(VotingDone(memberID: member), round)
    case 4 where round.attendees.count > 2:
      let dropped = round.attendees.removeLast()
      record(AttendeeDropped(memberID: dropped), round)
      record(AttendeesSet(attendees: .fixed(round.attendees)), round)
    case 5:
      record(VotingClosed(closedBy: nil, attendees: round.attendees), round)
      round.isClosed = true
    case 6: pick(&round)
    default:
      record(VoteCast(memberID: member, tmdbMovieID: movie, vote: Bool.random(using: &generator) ? .up : .down), round)
    }
  }

  private mutating func pick(_ round: inout RoundInPlay) {
    let movie = round.movies.randomElement(using: &generator) ?? round.movies[0]
    record(MoviePicked(tmdbMovieID: movie, pickedBy: round.attendees[0], attendees: round.attendees), round)
    recorder.record(ActiveRoundEnded(roundID: round.id), household: households[round.household].id)
    round.movies = [movie]
    round.status = .selected
  }

  private mutating func expire(_ round: inout RoundInPlay) {
    record(
      RoundExpired(reason: .timedOut, discardedBy: nil, dueAt: recorder.now, attendees: round.attendees), round)
    round.status = .expired
  }

  private mutating func rate(_ round: inout RoundInPlay) {
    let member = round.attendees.randomElement(using: &generator) ?? round.attendees[0]
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where round.status == .selected:
      record(RoundWatched(markedBy: member), round)
      let household = households[round.household].id
      recorder.record(MovieWatched(movie: Home.movie(round.movies[0]), roundID: round.id), library: household)
      lists[household, default: Lists()].watch(round.movies[0])
      round.status = .watched
    case 1 where round.status == .watched:
      record(RoundRated(reason: .timedOut, dueAt: recorder.now), round)
      recorder.record(RoundFinished(roundID: round.id), household: households[round.household].id)
      round.status = .rated
    default:
      let rating = Rating.allCases.randomElement(using: &generator) ?? .liked
      record(RatingGiven(memberID: member, rating: rating), round)
    }
  }
}
