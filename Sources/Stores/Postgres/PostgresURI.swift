import EventStore

#if Postgres
  import CPostgres
#endif

/// A connection URI in libpq's syntax: `postgres://user@host:port/database?sslmode=verify-full`.
/// libpq takes missing parts from `PGHOST`, `PGPASSFILE`, `PGSERVICE` and its other environment variables.
public struct PostgresURI: Equatable, Sendable, CustomStringConvertible {
  /// The URI, including its password if it has one. Never show or log it.
  let secretText: String
  /// Host, port, database and user, as a URI without a password.
  public let description: String
  /// Whether to connect only to a host that accepts writes. A URI that sets `target_session_attrs` overrides this.
  private(set) var requiresWritableHost = false

  static func isScheme(_ scheme: some StringProtocol) -> Bool { scheme == "postgres" || scheme == "postgresql" }

  init(_ text: String) throws(StoreError) {
    secretText = text
    description = try Self.redacted(text)
  }

  func requiringWritableHost() -> PostgresURI {
    var uri = self
    uri.requiresWritableHost = true
    return uri
  }

  #if Postgres
    private static func redacted(_ text: String) throws(StoreError) -> String {
      let pq = try Libpq.functions()
      // libpq's error message is not used, because it may repeat a part of the password.
      guard let options = pq.pointee.conninfoParse(text, nil) else {
        throw StoreError(
          .badAddress, "the address of the PostgreSQL store is not a valid connection URI",
          hint: "Write it as postgres://USER@HOST:PORT/DATABASE, with %40 for an @ in a name.")
      }
      defer { pq.pointee.conninfoFree(options) }
      var values: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
        option += 1
      }
      // An unescaped / or @ in a password would move a part of it into a field that is shown.
      let misplaced = "\(values["host"] ?? "")\(values["dbname"] ?? "")".contains("@")
      guard !misplaced, (values["port"] ?? "").allSatisfy({ $0.isNumber || $0 == "," }) else {
        throw StoreError(
          .badAddress, "the address of the PostgreSQL store is ambiguous",
          hint: "Write / as %2F and @ as %40 in a password, or use PGPASSFILE.")
      }
      let user = values["user"].map { "\(escaped($0))@" } ?? ""
      let port = values["port"].map { ":\($0)" } ?? ""
      let database = values["dbname"].map { "/\(escaped($0))" } ?? ""
      return "postgres://\(user)\(escaped(values["host"] ?? ""))\(port)\(database)"
    }

    private static func escaped(_ text: String) -> String {
      let digits = Array("0123456789ABCDEF".utf8)
      var escaped: [UInt8] = []
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          escaped.append(byte)
        default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return String(decoding: escaped, as: UTF8.self)
    }
  #else
    private static func redacted(_ text: String) throws(StoreError) -> String { "postgres" }
  #endif
}
