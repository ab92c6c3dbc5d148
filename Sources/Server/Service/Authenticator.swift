import Domain
import Projections

struct Authenticator: Sendable {
  let readModels: ReadModels
  let nameCache: NameCache

  struct Success: Sendable {
    let identity: Identity
    /// The identity as shown in the answer to `auth.authenticate`.
    let shown: ShownIdentity
  }

  /// Checks a secret, which may block the thread. Throws `Refusal.badToken`, or the error of reading the household.
  func authenticate(_ secret: TokenSecret?) throws -> Success {
    guard let secret else { throw Refusal.badToken }
    // Read the latest rows, because another server may just have issued or revoked the token. Read the household after
    // the access, so that it includes a member who joined when the token was issued.
    guard let access = try access(secret.household), let token = access.token(secret.id),
      let household = try household(secret.household)
    else {
      // Compute a digest, too. An unknown token then takes as long as a known one, so the time reveals nothing.
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

  // If a read model has stopped, perhaps at another household's event, it must not lock everyone out, because commands
  // continue without it. So its row is then read as of the last position. If all read models have stopped, the store
  // does not have the history that this server knows, so nothing in it can be trusted.

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
