/// Where a store is: what `--store` takes.
public enum StoreAddress: Equatable, Sendable, CustomStringConvertible {
  case memory
  case journal(directory: String)
  case sqlite(path: String)

  public init(_ text: String) throws(StoreError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where rest.isEmpty: self = .memory
    case "journal" where !rest.isEmpty: self = .journal(directory: rest)
    case "sqlite" where !rest.isEmpty: self = .sqlite(path: rest)
    default:
      throw StoreError(
        .badAddress, "'\(text)' names no store",
        hint: "Use sqlite:PATH, journal:DIRECTORY or memory.")
    }
  }

  public var description: String {
    switch self {
    case .memory: "memory"
    case .journal(let directory): "journal:\(directory)"
    case .sqlite(let path): "sqlite:\(path)"
    }
  }
}
