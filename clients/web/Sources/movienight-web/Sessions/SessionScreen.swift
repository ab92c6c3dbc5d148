import MovieNightKit

/// A session with its votes and ratings.
struct SessionScreen: Sendable {
  let texts = SessionsTexts()
  let id: String
  let title: String
  let pick: Pick?
  let badge: StatusBadge
  let date: TimeText
  let started: String
  /// How an expired round ended.
  let end: String?
  /// Whether the page for tonight has something to do for the session.
  let isOngoing: Bool
  /// Whether the attendees were not recorded, so that the current members are shown.
  let isLegacy: Bool
  let people: [Person]
  let movies: [SessionMovie]
  let ratings: RatingsModel?
  let raters: [RaterModel]
  let changers: [RaterModel]
  let canClose: Bool
  /// What is announced when it changes.
  let says: String

  struct Pick: Sendable {
    let path: String
    let meta: String?
    let poster: Poster
  }

  struct Person: Sendable, Equatable {
    let name: String
    let picture: String
  }

  /// - Parameter ratings: Nil if they could not be loaded.
  init(
    _ round: Round, ratings: RoundRatings?, household: Household, member: MemberID, imageURL: String?, reader: Reader
  ) {
    let texts = SessionsTexts()
    id = "\(round.id)"
    title = round.pick?.title ?? texts.session
    pick = round.pick.map { pick in
      Pick(
        path: LibraryPages.path(of: pick.tmdbMovieID),
        meta: MovieFacts.line(year: pick.year, rating: pick.contentRating, runtime: nil, genres: []).nonEmpty,
        poster: Poster(title: pick.title, path: pick.posterPath, base: imageURL))
    }
    badge = StatusBadge(round.status, round.statusLabel)
    date = reader.fullDate(round.createdAt)
    started = texts.started(by: round.startedByName)
    end =
      switch round.expiredReason {
      case .discarded: texts.discarded
      case .timedOut: texts.timedOut
      default: nil
      }
    isOngoing = [.draft, .voting, .selected].contains(round.status)
    isLegacy = round.attendeesMode == .unknown
    people =
      isLegacy
      ? household.members.map { Person(name: $0.displayName, picture: Avatars.picture($0.avatarKey)) }
      : round.attendees.map { Person(name: $0.displayName, picture: Avatars.picture($0.avatarKey)) }
    movies = round.suggestions.map {
      SessionMovie($0, isPicked: $0.id == round.pickedMovieID, imageURL: imageURL)
    }
    self.ratings = ratings.map { RatingsModel($0, isExpected: round.status.hasRatings) }
    let own = household.members.filter { $0.id == member || $0.parentMemberID == member }
    let isOpen = round.status == .watched && ratings?.closed == false
    let all = own.compactMap { person -> RaterModel? in
      guard isOpen, let entry = ratings?.ratings.first(where: { $0.id == person.id }) else { return nil }
      return RaterModel(person, isChild: person.id != member, current: entry.rating)
    }
    raters = all.filter { !$0.hasRated }
    changers = all.filter(\.hasRated)
    canClose = isOpen && own.contains { $0.id == member && $0.role == .creator }
    says = [round.statusLabel, self.ratings?.share].compactMap(\.self).joined(separator: ", ")
  }
}

/// A movie of a session with its votes.
struct SessionMovie: Sendable {
  let texts = SessionsTexts()
  let movie: Int
  let title: String
  let path: String
  let meta: String?
  let poster: Poster
  let isPicked: Bool
  let votesUp: Int
  let votesDown: Int
  /// The net score with its sign.
  let score: String
  let bar: Bar
  let voters: Voters?
  let forMovie: String

  struct Voters: Sendable, Equatable {
    let faces: [Face]
    let rest: String?
    let up: String?
    let down: String?

    struct Face: Sendable, Equatable {
      let picture: String
      let isUp: Bool
    }
  }

  init(_ suggestion: Suggestion, isPicked: Bool, imageURL: String?) {
    let texts = SessionsTexts()
    movie = suggestion.id.rawValue
    title = suggestion.title
    path = LibraryPages.path(of: suggestion.id)
    meta =
      MovieFacts.line(year: suggestion.year, rating: suggestion.contentRating, runtime: nil, genres: []).nonEmpty
    poster = Poster(title: suggestion.title, path: suggestion.posterPath, base: imageURL)
    self.isPicked = isPicked
    votesUp = suggestion.votesUp
    votesDown = suggestion.votesDown
    score =
      suggestion.netScore > 0
      ? "+\(suggestion.netScore)" : suggestion.netScore < 0 ? "−\(-suggestion.netScore)" : "0"
    bar = Bar([("up", votesUp), ("down", votesDown)], of: votesUp + votesDown)
    let names = Dictionary(grouping: suggestion.voters, by: \.vote).mapValues { $0.map(\.displayName) }
    voters =
      suggestion.voters.isEmpty
      ? nil
      : Voters(
        faces: suggestion.voters.prefix(5).map {
          .init(picture: Avatars.picture($0.avatarKey), isUp: $0.vote == .up)
        }, rest: suggestion.voters.count > 5 ? texts.moreVoters(suggestion.voters.count - 5) : nil,
        up: names[.up].map(texts.votedUp), down: names[.down].map(texts.votedDown))
    forMovie = texts.forMovie(suggestion.title)
  }
}

/// The ratings of a session.
struct RatingsModel: Sendable {
  let share: String
  let isEmpty: Bool
  let counts: [Count]
  let rows: [Row]

  struct Count: Sendable, Equatable {
    let mark: String
    let label: String
    let count: Int
    let bar: Bar
  }

  struct Row: Sendable, Equatable {
    let name: String
    let picture: String
    /// Nil without a rating.
    let mark: String?
    let label: String
  }

  /// - Parameter isExpected: Whether the movie has been watched. Before, a missing rating is not shown as missing.
  init(_ ratings: RoundRatings, isExpected: Bool) {
    let texts = SessionsTexts()
    let given = ratings.ratings.count { $0.rating != nil }
    let total = ratings.ratings.count
    isEmpty = given == 0
    share = texts.rated(given, of: total)
    counts = RatingKind.all.map { kind in
      let count = ratings.ratings.count { $0.rating == kind.rating }
      return Count(
        mark: kind.mark, label: kind.label, count: count, bar: Bar([(kind.style, count)], of: total))
    }
    rows =
      isEmpty && !isExpected
      ? []
      : ratings.ratings.map { entry in
        let kind = RatingKind.all.first { $0.rating == entry.rating }
        return Row(
          name: entry.displayName, picture: Avatars.picture(entry.avatarKey), mark: kind?.mark,
          label: kind?.label ?? entry.rating.map { "\($0)" } ?? (ratings.closed ? texts.notRated : texts.notYet))
      }
  }
}

/// The form with which the reader rates, for themself or a child.
struct RaterModel: Sendable {
  let question: String
  let actingAs: String?
  let hasRated: Bool
  let choices: [Choice]

  struct Choice: Sendable, Equatable {
    /// Another one after rating, so that the focus does not follow the button into the closed form for changes.
    let id: String
    let value: String
    let mark: String
    let label: String
    let isCurrent: Bool
    /// What makes the button's name unique.
    let whose: String
  }

  init(_ person: Member, isChild: Bool, current: Rating?) {
    let question = SessionsTexts().rate(for: isChild ? person.displayName : nil)
    self.question = question
    actingAs = isChild ? "\(person.id)" : nil
    hasRated = current != nil
    choices = RatingKind.all.map { kind in
      Choice(
        id: "\(current == nil ? "rate" : "change")-\(person.id)-\(kind.rating)", value: kind.rating.rawValue,
        mark: kind.mark, label: kind.label,
        isCurrent: kind.rating == current, whose: question)
    }
  }
}
