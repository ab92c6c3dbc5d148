import MovieNightKit

/// The protocol values that the page for tonight shows.
struct TonightValues: Sendable {
  var tonight: ActiveRounds
  var household: Household
  /// The ranking; nil while voting is open.
  var results: RoundResults?
  var imageURL: String?
  /// Whether the server can search and suggest movies.
  var hasCatalog: Bool
  /// The text that was searched, and what was found.
  var search: Search?
  /// What a refused form for starting a round had; nil for a new one.
  var entries: Form?

  struct Search: Sendable {
    var query: String
    var found: MovieSearchPage?
    /// The sentence of a refused search.
    var problem: String?
  }
}

/// The page for tonight.
struct TonightScreen: Sendable {
  let texts = RoundsTexts()
  let round: OpenRoundModel?
  let start: StartRoundModel?
  let search: MovieSearchModel?
  let people: [PersonLink]
  let note: String?
  let nights: [NightModel]

  /// - Parameter chosen: The child that the reader has chosen to act for; nil for the reader.
  init(_ values: TonightValues, member: MemberID, actingAs chosen: MemberID?, reader: Reader) {
    let texts = RoundsTexts()
    let members = values.household.members
    let children = members.filter { $0.parentMemberID == member }
    let child = children.first { $0.id == chosen }
    let isCreator = members.first { $0.id == member }?.role == .creator
    let actor = ActingPerson(
      id: child?.id ?? member, childName: child?.displayName, isCreator: isCreator && child == nil,
      ownIDs: Set([member] + children.map(\.id)))

    if let round = values.tonight.round {
      self.round = OpenRoundModel(round, values, actor, reader)
      start = nil
      let taking = children.filter { child in round.attendees.contains { $0.id == child.id } }
      let path = "/tonight"
      people =
        taking.isEmpty && child == nil
        ? []
        : [PersonLink(label: texts.you, path: path, isCurrent: child == nil)]
          + taking.map { PersonLink(label: $0.displayName, path: "\(path)?as=\($0.id)", isCurrent: $0.id == child?.id) }
      note = child.map { texts.votingFor($0.displayName) }
      let mayAdd = round.isDraft ? actor.manages(round) : round.isVotingOpen && round.isAttendee(actor.id)
      search = mayAdd ? MovieSearchModel(values, round, actor) : nil
    } else {
      round = nil
      start = StartRoundModel(members, hasCatalog: values.hasCatalog, entries: values.entries)
      search = nil
      people = []
      note = nil
    }
    nights = values.tonight.awaiting.map { NightModel($0, members, member, values.imageURL, reader) }
  }
}

/// The person whom the reader acts for.
struct ActingPerson: Sendable {
  let id: MemberID
  /// The child's name; nil for the reader.
  let childName: String?
  let isCreator: Bool
  /// The reader and the reader's children.
  let ownIDs: Set<MemberID>

  /// Whether the actor may change the draft, and discard the round.
  func manages(_ round: Round) -> Bool { isCreator || round.startedBy == id }
}

extension Round {
  var isDraft: Bool { status == .draft }
  var isVotingOpen: Bool { status == .voting && votingClosedAt == nil }

  func isAttendee(_ member: MemberID) -> Bool { attendees.contains { $0.id == member } }
  func hasVoted(_ member: MemberID) -> Bool { suggestions.contains { $0.vote(of: member) != nil } }
}

extension Suggestion {
  func vote(of member: MemberID) -> Vote? { voters.first { $0.id == member }?.vote }
}

/// The open round.
struct OpenRoundModel: Sendable {
  let texts = RoundsTexts()
  let id: String
  let label: String
  let isVotingOpen: Bool
  let isVotingClosed: Bool
  let facts: [String]
  let due: TimeText?
  /// What is announced when it changes.
  let says: String
  let progress: String?
  let people: [PersonModel]
  let absence: String?
  let movies: [MovieModel]
  let done: DoneModel?
  let pickHelp: String?
  let manage: ManageModel?
  /// The child that the forms act for; nil for the reader.
  let actingAs: String?

  struct PersonModel: Sendable, Equatable {
    let name: String
    let picture: String
    let state: String?
  }

  struct DoneModel: Sendable, Equatable {
    let isDone: Bool
    let canBeDone: Bool
  }

  init(_ round: Round, _ values: TonightValues, _ actor: ActingPerson, _ reader: Reader) {
    let texts = RoundsTexts()
    id = "\(round.id)"
    isVotingOpen = round.isVotingOpen
    isVotingClosed = round.status == .voting && !round.isVotingOpen
    label = isVotingClosed ? texts.votingClosed : round.statusLabel
    facts =
      [texts.started(by: round.startedByName)]
      + (round.maxContentRating.map { [texts.upTo("\($0)")] } ?? [])
    due = round.dueAt.map { time in
      let text = reader.dayAndTime(time)
      return TimeText(iso: text.iso, text: texts.openUntil(text.text))
    }
    let votes = round.suggestions.reduce(0) { $0 + $1.votesUp + $1.votesDown }
    progress = round.isDraft ? nil : texts.progress(round.voteProgress.voted, of: round.voteProgress.total)
    says = [label, progress, texts.votes(votes)].compactMap(\.self).joined(separator: ", ")
    people = round.attendees.map { attendee in
      let state: String? =
        if round.isDraft { nil } else if round.doneVoting.contains(attendee.id) {
          texts.done
        } else if round.hasVoted(
          attendee.id)
        { texts.voted } else { texts.notYet }
      return PersonModel(name: attendee.displayName, picture: Avatars.picture(attendee.avatarKey), state: state)
    }
    let takesPart = round.isAttendee(actor.id)
    absence =
      !takesPart
      ? texts.notTakingPart(actor.childName)
      : round.isDraft && !actor.manages(round) ? texts.waitsFor(round.startedByName) : nil
    let ranks = Dictionary(uniqueKeysWithValues: (values.results?.results ?? []).map { ($0.id, $0) })
    let order =
      ranks.isEmpty
      ? round.suggestions
      : (values.results?.results ?? []).compactMap { ranked in round.suggestions.first { $0.id == ranked.id } }
    movies = order.map { movie in
      MovieModel(
        movie, round, actor, rank: ranks[movie.id], isWinner: values.results?.clearWinner?.id == movie.id,
        imageURL: values.imageURL)
    }
    done =
      round.isVotingOpen && takesPart
      ? DoneModel(
        isDone: round.doneVoting.contains(actor.id),
        canBeDone: round.hasVoted(actor.id) && !round.doneVoting.contains(actor.id)) : nil
    pickHelp = isVotingClosed && actor.isCreator ? texts.pickHelp : nil
    manage = ManageModel(round, values.household.members, actor)
    actingAs = actor.childName == nil ? nil : "\(actor.id)"
  }
}

/// A movie of the open round.
struct MovieModel: Sendable {
  let texts = RoundsTexts()
  let movie: Int
  let title: String
  let path: String
  let meta: String
  let overview: String?
  let poster: Poster
  let origin: String?
  let watched: Bool
  let rank: String?
  let isWinner: Bool
  let votesUp: Int
  let votesDown: Int
  let voters: VotersModel?
  let vote: VoteModel?
  let forMovie: String
  let canPick: Bool
  let canWithdraw: Bool
  let canRemove: Bool

  struct VotersModel: Sendable, Equatable {
    let up: String?
    let down: String?
  }

  /// The buttons. Pressing the one of the current vote takes it back.
  struct VoteModel: Sendable, Equatable {
    let isUp: Bool
    let isDown: Bool
    let upValue: String
    let downValue: String
  }

  init(
    _ suggestion: Suggestion, _ round: Round, _ actor: ActingPerson, rank ranked: RankedMovie?, isWinner: Bool,
    imageURL: String?
  ) {
    let texts = RoundsTexts()
    movie = suggestion.id.rawValue
    title = suggestion.title
    path = LibraryPages.path(of: suggestion.id)
    meta = MovieFacts.line(
      year: suggestion.year, rating: suggestion.contentRating, runtime: suggestion.runtime, genres: suggestion.genres)
    overview = suggestion.overview
    poster = Poster(title: suggestion.title, path: suggestion.posterPath, base: imageURL)
    origin =
      switch suggestion.source {
      case .watchlist: texts.promoted
      case .algorithm: texts.suggested(suggestion.reason)
      default: suggestion.proposedByName.map { texts.proposed(by: $0) }
      }
    watched = suggestion.watched
    rank = ranked.map { texts.rank($0.rank, tied: $0.tied) }
    self.isWinner = isWinner
    votesUp = suggestion.votesUp
    votesDown = suggestion.votesDown
    func names(_ vote: Vote) -> String? {
      let names = suggestion.voters.filter { $0.vote == vote }.map(\.displayName)
      return names.isEmpty ? nil : list(names)
    }
    voters = suggestion.voters.isEmpty ? nil : VotersModel(up: names(.up), down: names(.down))
    let own = suggestion.vote(of: actor.id)
    vote =
      round.isVotingOpen && round.isAttendee(actor.id)
      ? VoteModel(
        isUp: own == .up, isDown: own == .down, upValue: own == .up ? "none" : "up",
        downValue: own == .down ? "none" : "down") : nil
    forMovie = texts.forMovie(suggestion.title)
    canPick = round.status == .voting && actor.isCreator
    canWithdraw =
      round.isVotingOpen && suggestion.proposedBy != nil && (actor.isCreator || suggestion.proposedBy == actor.id)
    canRemove = round.isDraft && actor.manages(round)
  }
}

/// What the starter and the creator can do with the round.
struct ManageModel: Sendable {
  let texts = RoundsTexts()
  let canOpen: Bool
  let canClose: Bool
  let ceilings: [Choice]
  let attendees: [Choice]
  let canDiscard: Bool

  struct Choice: Sendable, Equatable {
    let value: String
    let label: String
    let isChosen: Bool
  }

  /// Nil if the actor can do nothing of that.
  init?(_ round: Round, _ members: [Member], _ actor: ActingPerson) {
    guard actor.manages(round) else { return nil }
    canOpen = round.isDraft
    canClose = round.isVotingOpen && actor.isCreator
    let isChangeable = round.isDraft || round.isVotingOpen
    ceilings =
      isChangeable && actor.isCreator
      ? ContentRating.allCases.map {
        Choice(value: $0.rawValue, label: $0.rawValue, isChosen: $0 == round.maxContentRating)
      } : []
    attendees =
      isChangeable
      ? members.map { Choice(value: "\($0.id)", label: $0.displayName, isChosen: round.isAttendee($0.id)) } : []
    canDiscard = true
  }
}

/// The form for starting a round.
struct StartRoundModel: Sendable {
  let texts = RoundsTexts()
  let attendees: [ManageModel.Choice]
  /// Whether the household has one member, who cannot start a round.
  let isAlone: Bool
  let householdPath = HouseholdPages.path
  let hasCatalog: Bool
  let usesWatchlist: Bool
  let suggests: Bool
  let opensAtOnce: Bool

  /// - Parameter entries: What the reader entered before; nil for a new form.
  init(_ members: [Member], hasCatalog: Bool, entries: Form?) {
    let chosen = entries.map { Set($0.all("attendee")) }
    attendees = members.map { member in
      let id = "\(member.id)"
      return ManageModel.Choice(value: id, label: member.displayName, isChosen: chosen?.contains(id) ?? true)
    }
    isAlone = members.count == 1
    self.hasCatalog = hasCatalog
    usesWatchlist = entries.map { $0["watchlist"] != nil } ?? true
    suggests = entries?["suggest"] != nil
    opensAtOnce = entries?["open"] != nil
  }
}

/// The search for a movie to propose, or to add to the draft.
struct MovieSearchModel: Sendable {
  let texts = RoundsTexts()
  let heading: String
  let round: String
  let action: String
  let button: String
  let query: String
  let actingAs: String?
  let problem: String?
  let suggestion: Link?
  let results: [Result]
  let isUnavailable: Bool

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
  }

  struct Result: Sendable {
    let movie: Int
    let title: String
    let path: String
    let meta: String
    let poster: Poster
    let isInRound: Bool
    let forMovie: String
  }

  init(_ values: TonightValues, _ round: Round, _ actor: ActingPerson) {
    let texts = RoundsTexts()
    heading = round.isDraft ? texts.add : texts.propose
    self.round = "\(round.id)"
    action = round.isDraft ? "/tonight/add" : "/tonight/propose"
    button = round.isDraft ? texts.addButton : texts.proposeButton
    actingAs = actor.childName == nil ? nil : "\(actor.id)"
    isUnavailable = !values.hasCatalog
    let search = values.search
    query = search?.query ?? ""
    let found = search?.found
    problem = search?.problem ?? (found?.results.isEmpty == true ? texts.noResults(query) : nil)
    let person = actingAs.map { "&as=\($0)" } ?? ""
    suggestion = found?.didYouMean.map {
      Link(label: texts.didYouMean($0), path: "/tonight?q=\($0.urlEncoded)\(person)")
    }
    results = (found?.results ?? []).map { movie in
      Result(
        movie: movie.id.rawValue, title: movie.title, path: LibraryPages.path(of: movie.id),
        meta: MovieFacts.line(year: movie.year, rating: movie.contentRating, runtime: nil, genres: movie.genres),
        poster: Poster(title: movie.title, path: movie.posterPath, base: values.imageURL),
        isInRound: round.suggestions.contains { $0.id == movie.id }, forMovie: texts.forMovie(movie.title))
    }
  }
}

/// A night whose movie is to be watched or rated.
struct NightModel: Sendable {
  let texts = RoundsTexts()
  let round: String
  let title: String
  let path: String?
  let poster: Poster
  let state: String
  let waiting: String?
  let canMarkWatched: Bool
  let canDiscard: Bool
  let raters: [Rater]

  struct Rater: Sendable, Equatable {
    let question: String
    /// The child to rate for; nil for the reader.
    let actingAs: String?
    let choices: [Choice]
  }

  struct Choice: Sendable, Equatable {
    let id: String
    let value: String
    let label: String
  }

  init(_ night: AwaitingSession, _ members: [Member], _ member: MemberID, _ imageURL: String?, _ reader: Reader) {
    let texts = RoundsTexts()
    round = "\(night.id)"
    title = night.pick?.title ?? ""
    path = night.pick.map { LibraryPages.path(of: $0.tmdbMovieID) }
    poster = Poster(title: title, path: night.pick?.posterPath, base: imageURL)
    canMarkWatched = night.status == .selected
    canDiscard = canMarkWatched && members.first { $0.id == member }?.role == .creator
    state = canMarkWatched ? texts.notWatched(reader.day(night.createdAt).text) : texts.watchedNotRated
    let names = night.attendees.filter { night.waitingFor.contains($0.id) }.map(\.displayName)
    waiting = canMarkWatched || names.isEmpty ? nil : texts.waitingFor(names)
    let own = members.filter { $0.id == member || $0.parentMemberID == member }
    raters = own.filter { night.waitingFor.contains($0.id) }.map { person in
      let isChild = person.id != member
      let choices: [(Rating, String)] = [
        (.loved, texts.loved), (.liked, texts.liked), (.didNotLike, texts.didNotLike),
      ]
      return Rater(
        question: texts.rate(for: isChild ? person.displayName : nil), actingAs: isChild ? "\(person.id)" : nil,
        choices: choices.map { rating, label in
          Choice(id: "\(rating.rawValue)-\(night.id)-\(person.id)", value: rating.rawValue, label: label)
        })
    }
  }
}
