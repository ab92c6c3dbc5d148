import Domain
import EventStore
import Primitives
import Projections

/// Finds out whose token it is.
struct Authenticator: Sendable {
  let readModels: ReadModels
  let directories: Directories

  struct Success: Sendable {
    let identity: Identity
    /// The result of `auth.authenticate`.
    let result: [UInt8]
  }

  /// Reads the store and makes a digest: not for a thread that must not wait.
  /// - Throws: `WireError.badToken`, or what keeps the household from being read.
  func authenticate(_ secret: TokenSecret?) throws -> Success {
    guard let secret else { throw WireError.badToken }
    // Another server may have issued or revoked it just now. Who joined with it is in the household that is read after it.
    guard let access = try access(secret.household), let token = access.token(secret.token),
      let household = try household(secret.household)
    else {
      // As long as a known token takes, so that the time tells nothing.
      _ = try secret.matches(Self.digestOfNothing)
      throw WireError.badToken
    }
    guard try secret.matches(token.digest), access.isLive(token.id), household.member(token.memberID) != nil
    else {
      throw WireError.badToken
    }
    let profile = try directories.directory(of: household)[token.memberID]
    var json = JSONWriter(reserving: 256)
    json.object { json in
      json.field("member_id", token.memberID)
      json.field("household_id", household.id)
      json.field("role", household.role(of: token.memberID).rawValue)
      json.field("display_name", profile.displayName)
    }
    return Success(
      identity: .member(token.memberID, household: household.id, token: token.id), result: json.bytes)
  }

  // A read model that stopped at an event, perhaps of another household, must not lock everybody out: commands go on
  // without it. All have stopped where the store has another history than this server knows: then nothing of it counts.

  private func access(_ id: HouseholdID) throws -> HouseholdAccess? {
    do {
      return try readModels.latestAccess(id)?.access
    } catch ProjectionError.projectionStopped where !readModels.haveAllStopped {
      return try readModels.access(id, asOf: .position(.max))?.access
    }
  }

  private func household(_ id: HouseholdID) throws -> HouseholdDetails? {
    do {
      return try readModels.latestHousehold(id)
    } catch ProjectionError.projectionStopped where !readModels.haveAllStopped {
      return try readModels.household(id, asOf: .position(.max))
    }
  }

  static let administrator: [UInt8] = {
    var json = JSONWriter(reserving: 96)
    json.object { json in
      json.nullField("member_id")
      json.nullField("household_id")
      json.field("role", "administrator")
      json.nullField("display_name")
    }
    return json.bytes
  }()

  private static let digestOfNothing = "$5$rounds=1000$................"
}
