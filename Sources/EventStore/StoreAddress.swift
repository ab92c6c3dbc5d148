/// Where a store is: what `--store` takes.
public enum StoreAddress: Equatable, Sendable, CustomStringConvertible {
  case memory
  case journal(directory: String)
  case sqlite(path: String)
  case postgres(PostgresURI)

  /// Reads `sqlite:PATH`, `journal:DIRECTORY`, `postgres://…` or `memory`.
  /// - Throws: `badAddress`, without the text where it may hold a password; `cannotOpen` where it is PostgreSQL's, and libpq cannot
  ///   be loaded.
  public init(_ text: String) throws(StoreError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where rest.isEmpty: self = .memory
    case "journal" where !rest.isEmpty: self = .journal(directory: rest)
    case "sqlite" where rest.hasPrefix(":") || rest.hasPrefix("file:"):
      throw StoreError(
        .badAddress, "'\(Self.shown(text))' is a special name of SQLite's, not the path of a file",
        hint: "Use memory for a store in memory, or sqlite:./NAME for a file of such a name.")
    case "sqlite" where !rest.isEmpty: self = .sqlite(path: rest)
    case _ where PostgresURI.isScheme(scheme) && rest.hasPrefix("//"): self = .postgres(try PostgresURI(text))
    default:
      throw StoreError(
        .badAddress, "'\(Self.shown(text))' names no store",
        hint: "Use sqlite:PATH, journal:DIRECTORY, postgres://USER@HOST/DATABASE or memory.")
    }
  }

  /// Of what is no address, as much as surely holds no password: a URI has one, and so may `host=… password=…`.
  private static func shown(_ text: String) -> String {
    guard text.contains("@") || text.contains("://") || text.contains("=") else { return text }
    let beginning = text.prefix { !":=@".contains($0) }
    return beginning.count < text.count && !text.dropFirst(beginning.count).hasPrefix("@")
      ? text.prefix(beginning.count + 1) + "…" : "…"
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
