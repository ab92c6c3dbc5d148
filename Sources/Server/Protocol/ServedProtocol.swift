import WireProtocol

/// All that this program's protocol declares.
package enum ServedProtocol {
  package static let methods = MethodTable.current.all.map(\.description)

  package static let notifications: [NotificationDescription] = ServerTypes.notifications + EventTypes.notifications

  /// Each once, by code and name.
  package static let reasons: [Reason] =
    Set(methods.flatMap(\.refusals) + Reason.ofConnections)
    .sorted { ($0.code, $0.name.description) < ($1.code, $1.name.description) }
}
