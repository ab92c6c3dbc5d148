import Domain
import Projections

/// Finds out whose token it is.
struct Authenticator: Sendable {
  let readModels: ReadModels
  let directories: Directories

  struct Success: Sendable {
    let identity: Identity
    /// What `auth.authenticate` answers.
    let shown: ShownIdentity
  }

  /// Reads the store and makes a digest: not for a thread that must not wait.
  /// - Throws: `Refusal.badToken`, or what keeps the household from being read.
  func authenticate(_ secret: TokenSecret?) throws -> Success {
    guard let secret else { throw Refusal.badToken }
    // Another server may have issued or revoked it just now. Who joined with it is in the household that is read after it.
    guard let access = try access(secret.household), let token = access.token(secret.id),
      let household = try household(secret.household)
    else {
      // As long as a known token takes, so that the time tells nothing.
      _ = try secret.matches(Self.digestOfNothing)
      throw Refusal.badToken
    }
    guard try secret.matches(token.digest), access.isLive(token.id), household.member(token.memberID) != nil
    else {
      throw Refusal.badToken
    }
    let profile = try directories.directory(of: household)[token.memberID]
    return Success(
      identity: .member(token.memberID, household: household.id, token: token.id),
      shown: ShownIdentity(
        member: token.memberID, household: household.id, role: IdentityRole(household.role(of: token.memberID)),
        displayName: profile.displayName))
  }

  // A read model that stopped at an event, perhaps of another household, must not lock everybody out: commands go on
  // without it. All have stopped where the store has another history than this server knows: then nothing of it counts.

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
