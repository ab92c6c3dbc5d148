import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// The household that the tests use: four independent members, two of whom have a managed child.
enum Cast {
  static let household = HouseholdID(high: 7, low: 1)
  static let creator = member(1)
  /// The member who starts the round unless a test says otherwise.
  static let starter = member(2)
  static let ann = member(3)
  /// A member who does not attend the round unless a test says otherwise.
  static let outsider = member(4)
  /// A managed member whose parent is Ann.
  static let child = member(5)
  /// A managed member whose parent is the creator.
  static let baby = member(6)
  static let nonMember = member(99)

  static func member(_ number: Int) -> MemberID { MemberID(high: 1, low: UInt64(number)) }
  static func round(_ number: Int) -> RoundID { RoundID(high: 2, low: UInt64(number)) }

  /// The time at which the tests begin, 2026-02-14T20:00:00Z.
  static let evening = Timestamp(microseconds: 1_771_099_200_000_000)

  static let independent = [creator, starter, ann, outsider]
  static let parents = [child: ann, baby: creator]

  /// The events that found the household, in the order in which its members joined.
  static let founding: [HouseholdEvent] =
    [.founded(HouseholdFounded(createdBy: creator))]
    + [creator, starter, ann, outsider].map { joined($0, parent: nil) }
    + [joined(child, parent: ann), joined(baby, parent: creator)]

  static func joined(_ member: MemberID, parent: MemberID?) -> HouseholdEvent {
    .memberJoined(
      MemberJoined(memberID: member, memberType: parent == nil ? .independent : .managed, parentMemberID: parent))
  }

  /// Returns the personal text that belongs to a founding event, or nil if it has none.
  static func text(of event: HouseholdEvent) -> PersonalText? {
    switch event {
    case .founded: PersonalTexts.householdName("Films", of: household)
    case .memberJoined(let joined):
      PersonalText(
        id: TextID(joined.memberID), owner: OwnerID(household), subject: Identifier(joined.memberID),
        value: Array(#"{"display_name":"Ben"}"#.utf8))
    default: nil
    }
  }

  /// Returns a movie whose rating depends on its number. Movies 9 to 14 each have another rating or none, and all
  /// others are rated PG.
  static func movie(_ number: Int) -> Movie {
    let ratings = [9: "G", 10: "PG-13", 11: "R", 12: "NC-17", 14: "TV-MA"]
    return Movie(
      tmdbMovieID: number, title: "Movie \(number)", year: 1980 + number,
      contentRating: number == unrated ? nil : ratings[number] ?? "PG")
  }

  static let unrated = 13

  static func movies(_ numbers: ClosedRange<Int>) -> [Movie] { numbers.map(movie) }
}

extension Cast {
  static let tastes = Preferences(genreLikes: [1, 2], genreDislikes: [], maxContentRating: nil)

  static func token(_ number: Int, for member: MemberID? = nil) -> NewToken {
    NewToken(id: TokenID(high: 4, low: UInt64(number)), digest: "digest", label: "phone", memberID: member)
  }
}
