import Domain
import Projections

struct Authenticator: Sendable {
  let readModels: ReadModels
  let nameCache: NameCache

  struct Success: Sendable {
    let identity: Identity
    /// The answer to `auth.authenticate`.
    let shown: ShownIdentity
  }

  /// Reads the store and computes a digest, so it must run on a thread that may block.
  /// - Throws: `Refusal.badToken`, or why the household cannot be read.
  func authenticate(_ secret: TokenSecret?) throws -> Success {
    guard let secret else { throw Refusal.badToken }
    // Another server may just have issued or revoked the token. The household is read second: it has a member who joined with it.
    guard let access = try access(secret.household), let token = access.token(secret.id),
      let household = try household(secret.household)
    else {
      // Takes as long as for a known token, so that the time reveals nothing.
      _ = try secret.matches(Self.digestOfNothing)
      throw Refusal.badToken
    }
    guard try secret.matches(token.digest), access.isLive(token.id), household.member(token.memberID) != nil
    else {
      throw Refusal.badToken
    }
    let profile = try nameCache.names(of: household)[token.memberID]
    return Success(
      identity: .member(token.memberID, household: household.id, token: token.id),
      shown: ShownIdentity(
        member: token.memberID, household: household.id, role: IdentityRole(household.role(of: token.memberID)),
        displayName: profile.displayName))
  }

  // A read model that stopped, perhaps at another household's event, must not lock everybody out: commands go on without it.
  // If all have stopped, the store's history is not the one that this server knows, and nothing in it counts.

  private func access(_ id: HouseholdID) throws -> HouseholdAccess? {
    do {
      return try readModels.access(id, .latest)?.access
    } catch ProjectionError.projectionStopped where !readModels.haveAllStopped {
      return try readModels.access(id, .asOf(.position(.max)))?.access
    }
  }

  private func household(_ id: HouseholdID) throws -> HouseholdDetails? {
    do {
      return try readModels.household(id, .latest)
    } catch ProjectionError.projectionStopped where !readModels.haveAllStopped {
      return try readModels.household(id, .asOf(.position(.max)))
    }
  }

  private static let digestOfNothing = "$5$rounds=1000$................"
}
