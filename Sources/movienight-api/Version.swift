/// The program's version, as `movienight --version` and `server.info` tell it (CHANGELOG.md).
enum Version {
  static let current = "0.1.0"
}
