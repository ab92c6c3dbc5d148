import Commands
import Domain
import MovieNightPrimitives
import Projections
import Transport

/// The identity that a connection has authenticated as.
enum Identity: Equatable, Sendable {
  case nobody
  case member(MemberID, household: HouseholdID, token: TokenID)
  case administrator

  /// The member's id; nil for an administrator or an unauthenticated caller.
  var memberID: MemberID? {
    if case .member(let id, _, _) = self { id } else { nil }
  }

  /// The member's household; nil for an administrator or an unauthenticated caller.
  var household: HouseholdID? {
    if case .member(_, let household, _) = self { household } else { nil }
  }

  var authorizationLevel: AuthorizationLevel {
    switch self {
    case .nobody: .unauthenticated
    case .member(let id, _, _): .member(id.description)
    case .administrator: .administrator
    }
  }

  func tenant(on connection: ConnectionID) -> WorkerPool.Tenant {
    switch self {
    case .nobody: .connection(connection)
    case .member(_, let household, _): .household(household)
    case .administrator: .server
    }
  }

  func mayRead(_ household: HouseholdID) -> Bool {
    switch self {
    case .nobody: false
    case .member(_, let own, _): household == own
    case .administrator: true
    }
  }
}

/// The sender of a request, and the values needed to prepare it: time, randomness and the server's settings.
package struct Caller: Sendable {
  var identity: Identity
  var connection: ConnectionID
  var mayAdminister: Bool
  /// Whether households may be founded without authentication.
  var registrationIsOpen: Bool
  var queries: QueryEngine
  /// The workers for lookups that read the store.
  var workers: WorkerPool
  /// The catalog; nil if the server has none.
  var catalog: CatalogAccess?
  var imports: ImportSessions
  var now: Timestamp

  /// The read models. Reading may block, so use them only in lookups and methods whose `Method.preparation` allows it.
  var readModels: ReadModels { queries.readModels }

  /// Runs a job that may wait for the store. Returns false if the server is stopping.
  @Sendable func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    workers.perform(for: identity.tenant(on: connection), job)
  }

  var memberID: MemberID? { identity.memberID }

  /// The token that the caller authenticated with; nil for an administrator and an unauthenticated caller.
  var token: TokenID? {
    if case .member(_, _, let token) = identity { return token }
    return nil
  }

  /// Returns the household that a request concerns: the caller's own, or the one that an administrator names.
  package func household(_ parameters: Parameters) throws(Refusal) -> HouseholdID {
    let named = try parameters[HouseholdParameters.household]
    switch identity {
    case .nobody: throw .notAuthenticated
    case .member(_, let own, _):
      guard named == nil || named == own else { throw .notAMember }
      return own
    case .administrator:
      guard let named else { throw .badParameter("household_id", "is required for administrators") }
      return named
    }
  }

  /// Returns a command's sender, their household, and whom they act for: the sender, unless `acting_as` is given.
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

  package func makeID<Kind>() -> Identifier<Kind> {
    var generator = SystemRandomNumberGenerator()
    return Identifier(version7At: now, using: &generator)
  }
}
