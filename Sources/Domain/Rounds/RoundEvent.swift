import MovieNightPrimitives

/// The events of a round, in the stream `round-<round id>`.
public enum RoundEvent: AreaEvent {
  public static let category = "round"

  case drafted(RoundDrafted)
  // Cases that contain a whole movie are indirect, to keep the enum small for the other cases.
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

  public static let types = [
    EventType(drafted), EventType(movieSuggested), EventType(movieUnsuggested), EventType(attendeesSet),
    EventType(attendeeDropped), EventType(ceilingOverridden), EventType(votingOpened), EventType(movieProposed),
    EventType(proposalWithdrawn), EventType(voteCast), EventType(voteRetracted), EventType(votingDone),
    EventType(votingClosed), EventType(moviePicked), EventType(watched), EventType(ratingGiven), EventType(rated),
    EventType(expired), EventType(imported),
  ]

  public var dueAt: Timestamp? {
    switch self {
    case .watched(let event): event.dueAt
    case .rated(let event): event.dueAt
    case .expired(let event): event.dueAt
    default: nil
    }
  }
}

// MARK: - JSON

/// Encoded as a list of ids, as null for everyone, or as the word "unknown".
extension Attendees: FieldValue {
  public static var shape: FieldShape {
    .optional(.either([.list(MemberID.shape), .enumeration("Attendees", ["unknown"])]))
  }

  public static func decode(_ json: JSONValue) throws(JSONError) -> Attendees {
    if json.isText("unknown") { return .unknown }
    return json.isNull ? .everyone : .fixed(try .decode(json))
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
  public static func round(_ domainEvent: RoundEvent) -> Event { Event(domainEvent) }
}

// MARK: - Upcasters for older versions

extension RoundEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MovieSuggested.type: [Movie.keepYear, MovieSuggested.addMerit], MovieProposed.type: [Movie.keepYear],
    RoundImported.type: [Movie.keepYear],
  ]
}
