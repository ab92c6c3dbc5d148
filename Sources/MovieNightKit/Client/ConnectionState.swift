/// The state of a client's connection.
public enum ConnectionState: Hashable, Codable, Sendable {
  /// There is no connection. The client connects when something needs a connection.
  case disconnected
  /// The client is connecting or authenticating.
  case connecting
  /// The connection is open, and requests can be sent.
  case connected
  /// The client was closed, and does not connect again.
  case closed

  init(_ state: Link.State) {
    self =
      switch state {
      case .none: .disconnected
      case .connecting, .authenticating: .connecting
      case .open: .connected
      case .closed: .closed
      }
  }
}
