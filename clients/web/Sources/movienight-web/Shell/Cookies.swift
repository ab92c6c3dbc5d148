import HTTPTypes
import Hummingbird

/// The cookies of a request. The prefix `__Host-` keeps other hosts of the same domain from setting them.
struct Cookies {
  let session: String?
  let guest: String?
  let zone: String?

  init(_ headers: HTTPFields, isSecure: Bool) {
    var values: [Substring: Substring] = [:]
    for header in headers[values: .cookie] {
      for pair in header.split(separator: ";") {
        let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2, values[sides[0]] == nil { values[sides[0]] = sides[1] }
      }
    }
    func value(_ name: String) -> String? { values[Substring(name)].map(String.init) }
    session = value(SetCookie.name("session", isSecure: isSecure))
    guest = value(SetCookie.name("guest", isSecure: isSecure)).flatMap { $0.utf8.count == Secrets.length ? $0 : nil }
    zone = value("zone")
  }
}

/// A cookie to set.
struct SetCookie {
  let text: String

  static func name(_ name: String, isSecure: Bool) -> String { isSecure ? "__Host-\(name)" : name }

  static func session(_ id: String, isSecure: Bool) -> SetCookie {
    SetCookie("session", id, isSecure: isSecure, seconds: WebSession.lifetimeSeconds)
  }

  static func noSession(isSecure: Bool) -> SetCookie { SetCookie("session", "", isSecure: isSecure, seconds: 0) }

  static func guest(_ key: String, isSecure: Bool) -> SetCookie {
    SetCookie("guest", key, isSecure: isSecure, seconds: nil)
  }

  private init(_ name: String, _ value: String, isSecure: Bool, seconds: Int?) {
    let age = seconds.map { "; Max-Age=\($0)" } ?? ""
    text =
      "\(Self.name(name, isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=Lax\(age)\(isSecure ? "; Secure" : "")"
  }
}

extension Response {
  mutating func setCookie(_ cookie: SetCookie) {
    headers.append(HTTPField(name: .setCookie, value: cookie.text))
  }
}
