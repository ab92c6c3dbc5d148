import MovieNightPrimitives

/// What happens in a round, in the stream `round-<round id>`.
public enum RoundEvent: AreaEvent {
  public static let category = "round"

  case drafted(RoundDrafted)
  // What holds a whole movie stands apart, so that the other events stay small.
  indirect case movieSuggested(MovieSuggested)
  case movieUnsuggested(MovieUnsuggested)
  case attendeesSet(AttendeesSet)
  case attendeeDropped(AttendeeDropped)
  case ceilingOverridden(CeilingOverridden)
  case votingOpened(VotingOpened)
  indirect case movieProposed(MovieProposed)
  case proposalWithdrawn(ProposalWithdrawn)
  case voteCast(VoteCast)
  case voteRetracted(VoteRetracted)
  case votingDone(VotingDone)
  case votingClosed(VotingClosed)
  case moviePicked(MoviePicked)
  case watched(RoundWatched)
  case ratingGiven(RatingGiven)
  case rated(RoundRated)
  case expired(RoundExpired)
  indirect case imported(RoundImported)

  public var payload: any EventPayload {
    switch self {
    case .drafted(let payload): payload
    case .movieSuggested(let payload): payload
    case .movieUnsuggested(let payload): payload
    case .attendeesSet(let payload): payload
    case .attendeeDropped(let payload): payload
    case .ceilingOverridden(let payload): payload
    case .votingOpened(let payload): payload
    case .movieProposed(let payload): payload
    case .proposalWithdrawn(let payload): payload
    case .voteCast(let payload): payload
    case .voteRetracted(let payload): payload
    case .votingDone(let payload): payload
    case .votingClosed(let payload): payload
    case .moviePicked(let payload): payload
    case .watched(let payload): payload
    case .ratingGiven(let payload): payload
    case .rated(let payload): payload
    case .expired(let payload): payload
    case .imported(let payload): payload
    }
  }

  public static let payloads: [any EventPayload.Type] = [
    RoundDrafted.self, MovieSuggested.self, MovieUnsuggested.self, AttendeesSet.self, AttendeeDropped.self,
    CeilingOverridden.self,
    VotingOpened.self, MovieProposed.self, ProposalWithdrawn.self, VoteCast.self, VoteRetracted.self,
    VotingDone.self, VotingClosed.self, MoviePicked.self, RoundWatched.self, RatingGiven.self, RoundRated.self,
    RoundExpired.self, RoundImported.self,
  ]

  public var dueAt: Timestamp? {
    switch self {
    case .watched(let event): event.dueAt
    case .rated(let event): event.dueAt
    case .expired(let event): event.dueAt
    default: nil
    }
  }

  // The frequent ones first: a replay goes through here once an event.
  public init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case VoteCast.type: self = .voteCast(try VoteCast(json: json))
    case MovieSuggested.type: self = .movieSuggested(try MovieSuggested(json: json))
    case RatingGiven.type: self = .ratingGiven(try RatingGiven(json: json))
    case RoundDrafted.type: self = .drafted(try RoundDrafted(json: json))
    case VotingOpened.type: self = .votingOpened(try VotingOpened(json: json))
    case VotingDone.type: self = .votingDone(try VotingDone(json: json))
    case VotingClosed.type: self = .votingClosed(try VotingClosed(json: json))
    case MoviePicked.type: self = .moviePicked(try MoviePicked(json: json))
    case RoundWatched.type: self = .watched(try RoundWatched(json: json))
    case RoundRated.type: self = .rated(try RoundRated(json: json))
    case RoundExpired.type: self = .expired(try RoundExpired(json: json))
    case VoteRetracted.type: self = .voteRetracted(try VoteRetracted(json: json))
    case MovieProposed.type: self = .movieProposed(try MovieProposed(json: json))
    case ProposalWithdrawn.type: self = .proposalWithdrawn(try ProposalWithdrawn(json: json))
    case MovieUnsuggested.type: self = .movieUnsuggested(try MovieUnsuggested(json: json))
    case AttendeesSet.type: self = .attendeesSet(try AttendeesSet(json: json))
    case AttendeeDropped.type: self = .attendeeDropped(try AttendeeDropped(json: json))
    case CeilingOverridden.type: self = .ceilingOverridden(try CeilingOverridden(json: json))
    case RoundImported.type: self = .imported(try RoundImported(json: json))
    default: return nil
    }
  }
}

// MARK: - JSON

/// A list of ids, null for everyone, or "unknown".
extension Attendees: FieldValue {
  public static var shape: FieldShape {
    .optional(.either([.list(MemberID.shape), .choice("Attendees", ["unknown"])]))
  }

  public static func read(_ name: StaticString, of json: JSONValue) throws(JSONError) -> Attendees {
    guard let value = json[name] else { throw JSONError(.missing, field: "\(name)") }
    if value.isText("unknown") { return .unknown }
    return value.isNull ? .everyone : .fixed(try json.identifiers(name))
  }

  public func write(to json: inout JSONWriter) {
    switch self {
    case .fixed(let ids): ids.write(to: &json)
    case .everyone: json.null()
    case .unknown: json.string("unknown")
    }
  }
}

extension Event {
  public static func round(_ fact: RoundEvent) -> Event { Event(fact) }
}

// MARK: - Older versions

extension RoundEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MovieSuggested.type: [Movie.keepYear, MovieSuggested.addMerit], MovieProposed.type: [Movie.keepYear],
    RoundImported.type: [Movie.keepYear],
  ]
}
