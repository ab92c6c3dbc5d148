import MovieNightPrimitives

/// What happens to a household and its members, in the stream `household-<household id>`.
///
/// Names and avatars are personal texts beside the events (`docs/architecture.md`); an event holds the ids that
/// they are kept under.
public enum HouseholdEvent: AreaEvent {
  public static let category = "household"
  public static let isOnePerHousehold = true

  case founded(HouseholdFounded)
  case renamed(HouseholdRenamed)
  case streamingServicesSet(StreamingServicesSet)
  case settingsSet(HouseholdSettingsSet)
  case closed(HouseholdClosed)
  case memberJoined(MemberJoined)
  case memberProfileChanged(MemberProfileChanged)
  case memberLeft(MemberLeft)
  case creatorChanged(CreatorChanged)
  case parentChanged(ParentChanged)
  case memberErased(MemberErased)
  case preferencesSet(PreferencesSet)
  case inviteCreated(InviteCreated)
  case inviteRevoked(InviteRevoked)
  case tokenIssued(TokenIssued)
  case tokenRevoked(TokenRevoked)
  case activeRoundStarted(ActiveRoundStarted)
  case activeRoundEnded(ActiveRoundEnded)
  case roundFinished(RoundFinished)

  public var payload: any EventPayload {
    switch self {
    case .founded(let payload): payload
    case .renamed(let payload): payload
    case .streamingServicesSet(let payload): payload
    case .settingsSet(let payload): payload
    case .closed(let payload): payload
    case .memberJoined(let payload): payload
    case .memberProfileChanged(let payload): payload
    case .memberLeft(let payload): payload
    case .creatorChanged(let payload): payload
    case .parentChanged(let payload): payload
    case .memberErased(let payload): payload
    case .preferencesSet(let payload): payload
    case .inviteCreated(let payload): payload
    case .inviteRevoked(let payload): payload
    case .tokenIssued(let payload): payload
    case .tokenRevoked(let payload): payload
    case .activeRoundStarted(let payload): payload
    case .activeRoundEnded(let payload): payload
    case .roundFinished(let payload): payload
    }
  }

  public static let payloads: [any EventPayload.Type] = [
    HouseholdFounded.self, HouseholdRenamed.self, StreamingServicesSet.self, HouseholdSettingsSet.self,
    HouseholdClosed.self, MemberJoined.self, MemberProfileChanged.self, MemberLeft.self, CreatorChanged.self,
    ParentChanged.self, MemberErased.self, PreferencesSet.self, InviteCreated.self, InviteRevoked.self,
    TokenIssued.self, TokenRevoked.self, ActiveRoundStarted.self, ActiveRoundEnded.self, RoundFinished.self,
  ]

  public init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case HouseholdFounded.type: self = .founded(try HouseholdFounded(json: json))
    case HouseholdRenamed.type: self = .renamed(try HouseholdRenamed(json: json))
    case StreamingServicesSet.type: self = .streamingServicesSet(try StreamingServicesSet(json: json))
    case HouseholdSettingsSet.type: self = .settingsSet(try HouseholdSettingsSet(json: json))
    case HouseholdClosed.type: self = .closed(try HouseholdClosed(json: json))
    case MemberJoined.type: self = .memberJoined(try MemberJoined(json: json))
    case MemberProfileChanged.type: self = .memberProfileChanged(try MemberProfileChanged(json: json))
    case MemberLeft.type: self = .memberLeft(try MemberLeft(json: json))
    case CreatorChanged.type: self = .creatorChanged(try CreatorChanged(json: json))
    case ParentChanged.type: self = .parentChanged(try ParentChanged(json: json))
    case MemberErased.type: self = .memberErased(try MemberErased(json: json))
    case PreferencesSet.type: self = .preferencesSet(try PreferencesSet(json: json))
    case InviteCreated.type: self = .inviteCreated(try InviteCreated(json: json))
    case InviteRevoked.type: self = .inviteRevoked(try InviteRevoked(json: json))
    case TokenIssued.type: self = .tokenIssued(try TokenIssued(json: json))
    case TokenRevoked.type: self = .tokenRevoked(try TokenRevoked(json: json))
    case ActiveRoundStarted.type: self = .activeRoundStarted(try ActiveRoundStarted(json: json))
    case ActiveRoundEnded.type: self = .activeRoundEnded(try ActiveRoundEnded(json: json))
    case RoundFinished.type: self = .roundFinished(try RoundFinished(json: json))
    default: return nil
    }
  }
}

extension Event {
  public static func household(_ fact: HouseholdEvent) -> Event { Event(fact) }
}

// MARK: - Older versions

extension HouseholdEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MemberJoined.type: [addInviteID], MemberErased.type: [keepEraser], HouseholdSettingsSet.type: [addCountry],
  ]

  /// `HouseholdSettingsSet` 1 to 2: before there was a catalog, nobody was asked for a country.
  private static let addCountry: EventSchema.Upcaster = { json throws(JSONError) in
    json.replacing("country") { $0.field("country", Country.standard) }
  }

  /// `MemberJoined` 1 to 2: before there were invites, nobody came by one.
  private static let addInviteID: EventSchema.Upcaster = { json throws(JSONError) in
    json.replacing("invite_id") { $0.nullField("invite_id") }
  }

  /// `MemberErased` 1 to 2: before an administrator could erase, it was always a member who did.
  private static let keepEraser: EventSchema.Upcaster = { json throws(JSONError) in
    let _: MemberID = try json.identifier("erased_by")
    return Array(json.encoded)
  }
}
