import Commands
import Domain
import MovieNightPrimitives
import Projections
import Transport

/// Who a connection has shown itself to be.
enum Identity: Equatable, Sendable {
  case nobody
  case member(MemberID, household: HouseholdID, token: TokenID)
  case administrator

  /// Nil for an administrator and for nobody.
  var memberID: MemberID? {
    if case .member(let id, _, _) = self { id } else { nil }
  }

  /// The member's household; nil for an administrator and for nobody.
  var household: HouseholdID? {
    if case .member(_, let household, _) = self { household } else { nil }
  }

  /// What the transport knows of them.
  var standing: Standing {
    switch self {
    case .nobody: .stranger
    case .member(let id, _, _): .member(id.description)
    case .administrator: .administrator
    }
  }

  /// In whose turn workers do something for them.
  func tenant(on connection: ConnectionID) -> WorkerPool.Tenant {
    switch self {
    case .nobody: .connection(connection)
    case .member(_, let household, _): .household(household)
    case .administrator: .server
    }
  }

  /// Whether events of that household are theirs to see.
  func mayRead(_ household: HouseholdID) -> Bool {
    switch self {
    case .nobody: false
    case .member(_, let own, _): household == own
    case .administrator: true
    }
  }
}

/// Who sends one request, and what making a command needs: time, randomness, and what the server allows.
package struct Caller: Sendable {
  var identity: Identity
  var connection: ConnectionID
  /// Whether the connection came through the Unix socket, from the server's own user or from root.
  var mayAdminister: Bool
  /// Whether households may be founded without authentication.
  var registrationIsOpen: Bool
  var queries: QueryEngine
  /// For what has to be read first.
  var workers: WorkerPool
  /// Nil where the server has none.
  var catalog: CatalogAccess?
  var now: Timestamp

  /// May read the store: for methods that say so (`Method.preparation`), and for lookups.
  var readModels: ReadModels { queries.readModels }

  /// Runs what may wait for the store; false where the server stops.
  @Sendable func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    workers.perform(for: identity.tenant(on: connection), job)
  }

  /// The member whose token it is; nil for an administrator and for nobody.
  var memberID: MemberID? { identity.memberID }

  /// The token that the caller has authenticated with; nil for an administrator and for nobody.
  var token: TokenID? {
    if case .member(_, _, let token) = identity { return token }
    return nil
  }

  /// The household that a query is about: the caller's own, or for an administrator the one it names.
  package func household(_ parameters: Parameters) throws(Refusal) -> HouseholdID {
    let named = try parameters[HouseholdParameters.household]
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

  /// The member who sends a command, with whom they send it for.
  package func member(_ parameters: Parameters) throws(Refusal) -> (
    household: HouseholdID, sender: Sender, actor: MemberID
  ) {
    switch identity {
    case .nobody: throw .notAuthenticated
    case .administrator: throw .noMember
    case .member(let id, let household, _):
      let actingAs = try parameters[CommandParameters.actingAs]
      return (household, .member(id, actingAs: actingAs), actingAs ?? id)
    }
  }

  /// A new id, made of the time and of the system's randomness.
  package func makeID<Kind>() -> Identifier<Kind> {
    var generator = SystemRandomNumberGenerator()
    return Identifier(version7At: now, using: &generator)
  }
}
