import Commands
import Domain
import Primitives

/// Who a connection has shown itself to be.
enum Identity: Equatable, Sendable {
  case nobody
  case member(MemberID, household: HouseholdID, token: TokenID)
  case administrator
}

/// Who sends one request, and what making a command needs: time, randomness, and what the server allows.
struct Caller: Sendable {
  var identity: Identity
  /// Whether the connection came through the Unix socket, from the server's own user or from root.
  var mayAdminister: Bool
  /// Whether households may be founded without authentication.
  var registrationIsOpen: Bool
  /// May read the store: for methods that say so (`Method.preparation`).
  var profiles: Profiles
  var now: Timestamp

  /// The member whose token it is; nil for an administrator and for nobody.
  var memberID: MemberID? {
    if case .member(let id, _, _) = identity { return id }
    return nil
  }

  /// The household that a query is about: the caller's own, or for an administrator the one it names.
  func household(_ parameters: Parameters) throws(WireError) -> HouseholdID {
    let named: HouseholdID? = try parameters.optionalID("household_id")
    switch identity {
    case .nobody: throw .notAuthenticated
    case .member(_, let own, _):
      guard named == nil || named == own else { throw .notAMember }
      return own
    case .administrator:
      guard let named else { throw .badParameter("household_id", "is missing: an administrator says which household") }
      return named
    }
  }

  /// The household whose rounds the caller may see; for an administrator the one it names, or nil for all.
  func scope(_ parameters: Parameters) throws(WireError) -> HouseholdID? {
    guard identity == .administrator else { return try household(parameters) }
    return try parameters.optionalID("household_id")
  }

  /// The member who sends a command, with whom they send it for.
  func member(_ parameters: Parameters) throws(WireError) -> (household: HouseholdID, sender: Sender, actor: MemberID) {
    switch identity {
    case .nobody: throw .notAuthenticated
    case .administrator: throw .noMember
    case .member(let id, let household, _):
      let actingAs: MemberID? = try parameters.optionalID("acting_as")
      return (household, .member(id, actingAs: actingAs), actingAs ?? id)
    }
  }

  /// A new id, made of the time and of the system's randomness.
  func makeID<Kind>() -> Identifier<Kind> {
    var generator = SystemRandomNumberGenerator()
    return Identifier(version7At: now, using: &generator)
  }
}
