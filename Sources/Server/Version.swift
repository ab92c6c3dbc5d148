package enum Version {
  /// The program's version, as `movienight --version` and `server.info` show it (CHANGELOG.md).
  package static let current = "0.1.0"
  /// The protocol's version (docs/protocol/compatibility.md, "How it grows").
  package static let ofProtocol = 1
}
