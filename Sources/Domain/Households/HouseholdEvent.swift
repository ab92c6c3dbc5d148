import MovieNightPrimitives

/// The events of a household and its members, in the stream `household-<household id>`. Names and avatars are personal
/// texts (`docs/architecture.md`), so events contain only their ids.
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

  public static let types = [
    EventType(founded), EventType(renamed), EventType(streamingServicesSet), EventType(settingsSet), EventType(closed),
    EventType(memberJoined), EventType(memberProfileChanged), EventType(memberLeft), EventType(creatorChanged),
    EventType(parentChanged), EventType(memberErased), EventType(preferencesSet), EventType(inviteCreated),
    EventType(inviteRevoked), EventType(tokenIssued), EventType(tokenRevoked), EventType(activeRoundStarted),
    EventType(activeRoundEnded), EventType(roundFinished),
  ]
}

extension Event {
  public static func household(_ domainEvent: HouseholdEvent) -> Event { Event(domainEvent) }
}

// MARK: - Upcasters for older versions

extension HouseholdEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MemberJoined.type: [addInviteID], MemberErased.type: [keepEraser], HouseholdSettingsSet.type: [addCountry],
  ]

  /// Converts `HouseholdSettingsSet` from version 1, which had no `country`.
  private static let addCountry: EventSchema.Upcaster = { json throws(JSONError) in
    json.replacing("country") { $0.field("country", Country.standard) }
  }

  /// Converts `MemberJoined` from version 1, which had no `invite_id`.
  private static let addInviteID: EventSchema.Upcaster = { json throws(JSONError) in
    json.replacing("invite_id") { $0.nullField("invite_id") }
  }

  /// Converts `MemberErased` from version 1, in which the eraser was always a member.
  private static let keepEraser: EventSchema.Upcaster = { json throws(JSONError) in
    let _: MemberID = try json.identifier("erased_by")
    return Array(json.encoded)
  }
}
