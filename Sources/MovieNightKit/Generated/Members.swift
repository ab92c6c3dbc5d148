// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `members.…`.
  public var members: MembersArea { MembersArea(scope: scope) }
}

/// The methods `members.…`.
public struct MembersArea: Sendable {
  let scope: ClientScope

  /// Adds a profile without a login, whose parent is who adds it: independent members only.
  ///
  /// Sends `members.add_managed`. Refused with ``RefusalReason/householdFull``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - displayName: What the member is called; white space at both ends is cut.
  ///   - avatarKey: Which picture the client shows; `avatar_bear` where it is nil.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The new member.
  @discardableResult
  public func addManaged(
    displayName: String, avatarKey: String? = nil, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<AddedMember> {
    try await scope.send(MembersRequests.addManaged(displayName: displayName, avatarKey: avatarKey), options: options)
  }

  /// Changes a name or an avatar: the member, or for a managed member its parent.
  ///
  /// Sends `members.update`. Refused with ``RefusalReason/unknownMember``, and with what refuses any command.
  ///
  /// At least one of `displayName`, `avatarKey` has to be there.
  ///
  /// - Parameters:
  ///   - member: Who it is about; yourself where it is nil.
  ///   - displayName: What the member is called; white space at both ends is cut; it stays where it is nil.
  ///   - avatarKey: Which picture the client shows; it stays where it is nil, whoever changes it meanwhile.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The member as they are now.
  @discardableResult
  public func update(
    _ member: MemberID? = nil, displayName: String? = nil, avatarKey: String? = nil,
    options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedMember> {
    try await scope.send(
      MembersRequests.update(member, displayName: displayName, avatarKey: avatarKey), options: options)
  }

  /// Removes a member: the creator, or of a managed member its parent.
  ///
  /// Sends `members.remove`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/creatorStays``,
  /// ``RefusalReason/parentOrCreatorOnly``, ``RefusalReason/unknownMember``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - member: Who it is about.
  ///   - options: The command's id and the expected revision.
  /// - Returns: Who is gone.
  @discardableResult
  public func remove(
    _ member: MemberID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<MemberGone> {
    try await scope.send(MembersRequests.remove(member), options: options)
  }

  /// Leaves the household: independent members only.
  ///
  /// Sends `members.leave`.
  ///
  /// - Returns: Who is gone.
  @discardableResult
  public func leave(options: CommandOptions = CommandOptions()) async throws -> CommandResult<MemberGone> {
    try await scope.send(MembersRequests.leave(), options: options)
  }

  /// Erases all that says who somebody was: leaving, and more.
  ///
  /// Sends `members.erase`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/parentOrCreatorOnly``,
  /// ``RefusalReason/unknownHousehold``, ``RefusalReason/unknownMember``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - member: Who is erased; yourself where it is nil, an administrator must say.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  ///   - options: The command's id and the expected revision.
  /// - Returns: Who is gone.
  @discardableResult
  public func erase(
    _ member: MemberID? = nil, household: HouseholdID? = nil, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<MemberGone> {
    try await scope.send(MembersRequests.erase(member, household: household), options: options)
  }
}

/// The requests of the methods `members.…`. An outbox keeps commands without secrets only.
public enum MembersRequests {
  /// The request `members.add_managed`: adds a profile without a login, whose parent is who adds it: independent
  /// members only.
  public static func addManaged(
    displayName: String, avatarKey: String? = nil
  ) -> TypedRequest<CommandResult<AddedMember>> {
    TypedRequest("members.add_managed") { json in
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
    }
  }

  /// The request `members.update`: changes a name or an avatar: the member, or for a managed member its parent.
  public static func update(
    _ member: MemberID? = nil, displayName: String? = nil, avatarKey: String? = nil
  ) -> TypedRequest<CommandResult<UpdatedMember>> {
    TypedRequest("members.update") { json in
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
    }
  }

  /// The request `members.remove`: removes a member: the creator, or of a managed member its parent.
  public static func remove(_ member: MemberID) -> TypedRequest<CommandResult<MemberGone>> {
    TypedRequest("members.remove") { $0.field("member_id", member) }
  }

  /// The request `members.leave`: leaves the household: independent members only.
  public static func leave() -> TypedRequest<CommandResult<MemberGone>> {
    TypedRequest("members.leave")
  }

  /// The request `members.erase`: erases all that says who somebody was: leaving, and more.
  public static func erase(
    _ member: MemberID? = nil, household: HouseholdID? = nil
  ) -> TypedRequest<CommandResult<MemberGone>> {
    TypedRequest("members.erase") { json in
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("household_id", household)
      json.field("confirm", "DELETE")
    }
  }
}

/// The new member.
public struct AddedMember: Hashable, Codable, Sendable {
  /// As in `households.get`.
  public var member: Member
  /// To be shown to the parent.
  public var childProfileDisclosure: String

  private enum CodingKeys: String, CodingKey {
    case member, childProfileDisclosure = "child_profile_disclosure"
  }
}

/// The member as they are now.
public struct UpdatedMember: Hashable, Codable, Sendable {
  /// As in `households.get`.
  public var member: Member
}

/// Who is gone.
public struct MemberGone: Hashable, Codable, Sendable {
  /// Who is gone.
  public var memberID: MemberID

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}
