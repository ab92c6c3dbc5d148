import MovieNightKit

/// The household's sessions, newest first.
struct HistoryScreen: Sendable {
  let texts = SessionsTexts()
  let rows: [SessionRow]
  let isEmpty: Bool
  /// The path of the next page; nil on the last one.
  let next: String?
  let isLast: Bool
  /// Whether newer sessions are on earlier pages.
  let isContinued: Bool

  /// - Parameter cursor: The cursor of this page; nil for the first one.
  init(_ page: SessionPage, cursor: String?, imageURL: String?, reader: Reader) {
    rows = page.sessions.map { SessionRow($0, imageURL: imageURL, reader: reader) }
    isContinued = cursor != nil
    isEmpty = rows.isEmpty && !isContinued
    next = page.nextCursor.map { "\(SessionsPages.path)?after=\($0.urlEncoded)" }
    isLast = next == nil && !isEmpty
  }
}

/// A session in the history.
struct SessionRow: Sendable {
  let texts = SessionsTexts()
  let path: String
  let badge: StatusBadge
  let date: TimeText
  /// The pick's title; nil without a pick. It is not called `title`, because the template would then show the page's.
  let movie: String?
  let poster: Poster?
  let attendees: String
  let ratings: RatingsLine?
  /// What a screen reader says for the row.
  let label: String

  init(_ session: Session, imageURL: String?, reader: Reader) {
    let texts = SessionsTexts()
    path = "\(SessionsPages.path)/\(session.id)"
    badge = StatusBadge(session.status, session.statusLabel)
    date = reader.date(session.createdAt)
    movie = session.pick?.title
    poster = session.pick.map { Poster(title: $0.title, path: $0.posterPath, base: imageURL) }
    let names = session.attendees.map(\.displayName)
    attendees =
      session.attendeesMode == .unknown
      ? texts.allMembers : names.isEmpty ? texts.noAttendees : texts.attended(names)
    ratings = session.status.hasRatings ? RatingsLine(session) : nil
    label = texts.row(
      movie: movie, status: session.statusLabel, date: reader.longDate(session.createdAt).text,
      attendees: attendees, ratings: ratings?.spoken)
  }
}

/// The badge of a session's status.
struct StatusBadge: Sendable, Equatable {
  let label: String
  /// The style beside `badge`.
  let style: String

  init(_ status: RoundStatus, _ label: String) {
    self.label = label
    style =
      switch status {
      case .voting, .selected: "accent"
      case .watched: "warn"
      case .rated: "good"
      default: "plain"
      }
  }
}

/// The numbers of ratings in a row of the history.
struct RatingsLine: Sendable, Equatable {
  let isEmpty: Bool
  let counts: [Count]
  /// The share of attendees who have rated; nil if all have, or if attendees were not recorded.
  let share: String?

  struct Count: Sendable, Equatable {
    let mark: String
    let text: String
  }

  init(_ session: Session) {
    let summary = session.ratingsSummary
    counts = RatingKind.all.compactMap { kind in
      guard let count = summary?.count(of: kind.rating), count > 0 else { return nil }
      return Count(mark: kind.mark, text: "\(count) \(kind.label)")
    }
    let given = summary.map { $0.loved + $0.liked + $0.didNotLike } ?? 0
    isEmpty = given == 0
    let total = session.attendees.count
    share = given > 0 && given < total ? SessionsTexts().rated(given, of: total) : nil
  }

  var spoken: String {
    isEmpty ? SessionsTexts().noRatings : (counts.map(\.text) + [share].compactMap(\.self)).joined(separator: ", ")
  }
}

extension RatingsSummary {
  func count(of rating: Rating) -> Int {
    switch rating {
    case .loved: loved
    case .liked: liked
    case .didNotLike: didNotLike
    default: 0
    }
  }
}

extension RoundStatus {
  /// Whether the movie was watched, so that ratings are expected.
  var hasRatings: Bool { self == .watched || self == .rated }
}
