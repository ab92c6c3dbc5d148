/// Where a store is: what `--store` takes.
public enum StoreAddress: Equatable, Sendable, CustomStringConvertible {
  case memory
  case journal(directory: String)
  case sqlite(path: String)
  case postgres(PostgresURI)

  /// Reads `sqlite:PATH`, `journal:DIRECTORY`, `postgres://…` or `memory`.
  /// - Throws: `badAddress`, without the text where it may hold a password.
  public init(_ text: String) throws(StoreError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where rest.isEmpty: self = .memory
    case "journal" where !rest.isEmpty: self = .journal(directory: rest)
    case "sqlite" where !rest.isEmpty: self = .sqlite(path: rest)
    case _ where PostgresURI.isScheme(scheme) && rest.hasPrefix("//"): self = .postgres(try PostgresURI(text))
    default:
      // What looks like a URI may hold a password.
      let shown = text.contains("@") || text.contains("://") ? "\(scheme):" : text
      throw StoreError(
        .badAddress, "'\(shown)' names no store",
        hint: "Use sqlite:PATH, journal:DIRECTORY, postgres://USER@HOST/DATABASE or memory.")
    }
  }

  /// As it was given; without the password, where it had one.
  public var description: String {
    switch self {
    case .memory: "memory"
    case .journal(let directory): "journal:\(directory)"
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let uri): uri.description
    }
  }
}
