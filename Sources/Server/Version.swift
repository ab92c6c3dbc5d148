/// The versions of what is here.
package enum Version {
  /// Of the program, as `movienight --version` and `server.info` tell it (CHANGELOG.md).
  package static let current = "0.1.0"
  /// Of the protocol (docs/protocol/compatibility.md, "How it grows").
  package static let ofProtocol = 1
}
