// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `households.…`.
  public var households: HouseholdsCommands { HouseholdsCommands(outbox: self) }

  /// The commands `households.…`.
  public struct HouseholdsCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.HouseholdsCommands {
  /// Changes the household's name, services and settings: the creator only.
  ///
  /// Keeps `households.update`: see the method of that name of ``MovieNightClient/HouseholdsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func update(
    name: String? = nil, streamingServices: [String]? = nil, settings: ChangedSettings? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<HouseholdShown>> {
    let request = HouseholdsRequests.update(
      name: name, streamingServices: streamingServices, settings: settings, actingAs: actingAs,
      expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
