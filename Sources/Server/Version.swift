/// The program's version, as `movienight --version` and `server.info` tell it (CHANGELOG.md).
package enum Version {
  package static let current = "0.1.0"
}
