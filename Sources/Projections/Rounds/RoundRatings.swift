import Domain
import EventStore
import Primitives

/// Who thought what of a round's pick: what `rounds.ratings` answers from.
public struct RoundRatings: Equatable, Sendable {
  public let id: RoundID
  public let householdID: HouseholdID
  public let createdAt: Timestamp
  public internal(set) var status: RoundStatus
  public internal(set) var attendees: Attendees
  /// In the order in which members first rated.
  public internal(set) var ratings: [GivenRating]

  /// Whether no rating can be given any more.
  public var isClosed: Bool { status.isFinal }

  /// Whom the list of ratings is about: where it is unknown who took part, those who rated.
  public func raters(among members: [MemberID]) -> [MemberID] {
    attendees == .unknown ? ratings.map(\.memberID) : attendees.resolved(among: members)
  }

  /// Nil for who has not rated.
  public func rating(of member: MemberID) -> GivenRating? {
    ratings.first { $0.memberID == member }
  }

  /// Nil unless the round was watched.
  public var summary: RatingsSummary? { RatingsSummary(of: ratings, status: status) }
}

extension RoundRatings: Projection {
  public static let name = "ratings"
  public static let version = 2

  public var key: RowKey { RowKey(id) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var order: Int64 { createdAt.microseconds }

  public static func reads(_ fact: RoundEvent) -> Bool {
    switch fact {
    case .drafted, .attendeesSet, .attendeeDropped, .votingOpened, .votingClosed, .moviePicked, .watched, .ratingGiven,
      .rated, .expired, .imported:
      true
    default: false
    }
  }

  public init(first fact: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    id = RoundID(envelope.stream.id)
    householdID = HouseholdID(envelope.owner)
    switch fact {
    case .drafted(let drafted):
      createdAt = envelope.recordedAt
      status = .draft
      attendees = drafted.attendees
      ratings = []
    case .imported(let imported):
      createdAt = imported.createdAt
      status = imported.status
      attendees = imported.attendees
      ratings = [GivenRating](imported)
    default: throw .outOfPlace
    }
  }

  public mutating func fold(_ fact: RoundEvent, _ envelope: EventEnvelope) throws(FoldError) {
    switch fact {
    case .drafted, .imported: throw .outOfPlace
    case .attendeesSet(let set): attendees = set.attendees
    case .attendeeDropped(let dropped): attendees.drop(dropped.memberID)
    case .votingOpened: status = .voting
    case .votingClosed(let closed): attendees.fix(closed.attendees)
    case .moviePicked(let picked):
      status = .selected
      attendees.fix(picked.attendees)
    case .watched: status = .watched
    case .ratingGiven(let given): ratings.give(given, at: envelope.recordedAt)
    case .rated: status = .rated
    case .expired(let expired):
      status = .expired
      attendees.fix(expired.attendees)
    default: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("created_at", moment: createdAt)
    json.field("status", status.rawValue)
    json.field("attendees", attendees)
    json.field("ratings", ratings)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = RoundID(key)
    householdID = HouseholdID(owner)
    createdAt = try json.moment("created_at")
    status = try json.choice("status")
    attendees = try json.attendees("attendees")
    ratings = try json.ratings("ratings")
  }
}
