import Domain
import EventStore
import MovieNightPrimitives

/// The inputs of a decision on a household, besides the household itself.
struct HouseholdContext {
  let sender: Sender
  /// The time of the decision. A new invite expires 7 days after it, and existing invites are checked against it.
  let now: Timestamp
  /// The effects on other areas if members leave; empty for commands by which no member leaves.
  let departures: [any DepartureEffects]
  /// The current profile, for a command that changes it in part; nil for other commands.
  let profile: PersonalText?
}

extension HouseholdState {
  /// Decides a command (`docs/rules.md`, "Households and members" and "Preferences").
  func decide(_ command: HouseholdCommand, in context: HouseholdContext) throws(Refusal) -> Decision {
    if case .found(let founding) = command { return try found(founding) }
    guard creator != nil else {
      // A client that has only an invite must not learn whether the household exists.
      if case .acceptInvite = command { throw .unknownInvite }
      throw .unknownHousehold
    }
    switch command {
    case .found: return Decision()
    case .update(let update): return try self.update(update, by: try creatorOnly(context.sender))
    case .addManaged(let member): return try addManaged(member, by: try independentMember(context.sender))
    case .updateProfile(let update): return try updateProfile(update, context)
    case .remove(let id): return try remove(id, context)
    case .leave: return try leave(context)
    case .erase(let id, let confirmation): return try erase(id, confirmation, context)
    case .createInvite(let id, let digest):
      return try createInvite(id, digest, by: try creatorOnly(context.sender), at: context.now)
    case .revokeInvite(let id): return try revokeInvite(id, by: try creatorOnly(context.sender))
    case .acceptInvite(let id, let digest, let member, let token):
      return try acceptInvite(id, digest, member, token, at: context.now)
    case .setPreferences(let id, let preferences): return try setPreferences(preferences, of: id, by: context.sender)
    case .issueToken(let token): return try issue(token, by: context.sender)
    case .revokeToken(let id): return try revokeToken(id, by: context.sender)
    }
  }

  private func found(_ founding: NewHousehold) throws(Refusal) -> Decision {
    guard creator == nil else { throw .householdExists }
    let name = try PersonalTexts.trimmed(founding.name, HouseholdLimits.name, field: "name")
    let creator = founding.creator.id
    var decision = Decision(.founded(HouseholdFounded(createdBy: creator)), in: id)
    decision.texts.append(.put(PersonalTexts.householdName(name, of: id)))
    decision.texts.append(.put(try PersonalTexts.profile(of: founding.creator, in: id, field: "creator.display_name")))
    decision.record(.memberJoined(MemberJoined(memberID: creator, memberType: .independent)), in: id)
    try record(founding.token, for: creator, in: &decision)
    return decision
  }

  // MARK: Permissions

  /// Returns the sender, who must be an independent member and must not act for another member.
  func independentMember(_ sender: Sender) throws(Refusal) -> MemberID {
    guard case .member(let id, let actingAs) = sender else { throw .memberIsGone }
    return try actor(sender: id, actingAs: actingAs, allowed: false)
  }

  func creatorOnly(_ sender: Sender) throws(Refusal) -> MemberID {
    let member = try independentMember(sender)
    guard member == creator else { throw .creatorOnly }
    return member
  }

  /// Returns the sender, who must be the member `memberID` or, if that member is managed, its parent. `allowed` is
  /// whether the parent may also act as the managed member.
  func selfOrParent(_ sender: Sender, of memberID: MemberID, actingAs allowed: Bool) throws(Refusal) -> MemberID {
    guard case .member(let id, let actingAs) = sender else { throw .memberIsGone }
    let actor = try actor(sender: id, actingAs: actingAs, allowed: allowed)
    guard let member = member(memberID) else { throw .unknownMember }
    guard actor.isAuthorized(for: member.id, parent: member.parent) else { throw .cannotActAs }
    return id
  }

  // MARK: Updating the household

  private func update(_ update: HouseholdUpdate, by member: MemberID) throws(Refusal) -> Decision {
    var decision = Decision()
    if let name = update.name {
      let name = try PersonalTexts.trimmed(name, HouseholdLimits.name, field: "name")
      decision.texts.append(.put(PersonalTexts.householdName(name, of: id)))
      decision.record(.renamed(HouseholdRenamed(renamedBy: member)), in: id)
    }
    if let wanted = update.streamingServices {
      let services = try Self.validated(services: wanted)
      if services != streamingServices {
        decision.record(.streamingServicesSet(StreamingServicesSet(services: services, setBy: member)), in: id)
      }
    }
    let settings = try self.settings(with: update)
    if settings != self.settings {
      decision.record(.settingsSet(HouseholdSettingsSet(settings: settings, setBy: member)), in: id)
    }
    return decision
  }

  private static func validated(services: [String]) throws(Refusal) -> [String] {
    var checked: [String] = []
    for (index, service) in services.enumerated() {
      let service = try PersonalTexts.trimmed(
        service, HouseholdLimits.streamingService, field: "streaming_services[\(index)]")
      if !checked.contains(service) { checked.append(service) }
    }
    guard checked.count <= HouseholdLimits.streamingServices else {
      throw .badParameter(
        "streaming_services", "must list at most \(HouseholdLimits.streamingServices) services, not \(checked.count)")
    }
    return checked
  }

  private func settings(with update: HouseholdUpdate) throws(Refusal) -> HouseholdSettings {
    var settings = settings
    func take(_ value: Int?, _ range: ClosedRange<Int>, _ field: String, _ set: (Int) -> Void) throws(Refusal) {
      guard let value else { return }
      guard range.contains(value) else {
        throw .badParameter("settings.\(field)", "must be from \(range.lowerBound) to \(range.upperBound)")
      }
      set(value)
    }
    try take(update.votingExpiryHours, HouseholdLimits.votingExpiryHours, "voting_expiry_hours") {
      settings.votingExpiryHours = $0
    }
    try take(update.selectedExpiryDays, HouseholdLimits.selectedExpiryDays, "selected_expiry_days") {
      settings.selectedExpiryDays = $0
    }
    try take(update.ratingDays, HouseholdLimits.ratingDays, "rating_days") { settings.ratingDays = $0 }
    if let country = update.country {
      guard Country.isKnown(country) else {
        throw .badParameter("settings.country", "must be a country code of two capital letters, such as US or DE")
      }
      settings.country = country
    }
    return settings
  }
}

extension StreamID {
  /// Returns the stream `household-<id>`, with members, tokens, invites and settings, and which rounds are not over.
  public static func household(_ id: HouseholdID) -> StreamID { StreamID(category: HouseholdEvent.category, id: id) }
}

extension Decision {
  init(_ event: HouseholdEvent, in id: HouseholdID) { self.init(.household(event), in: .household(id)) }
  mutating func record(_ event: HouseholdEvent, in id: HouseholdID) { record(.household(event), in: .household(id)) }
}
