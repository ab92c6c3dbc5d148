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
    // Another server may have issued or revoked it just now.
    guard let household = try readModels.latestHousehold(secret.household),
      let token = household.tokens.first(where: { $0.id == secret.token })
    else {
      // As long as a known token takes, so that the time tells nothing.
      _ = try secret.matches(Self.digestOfNothing)
      throw WireError.badToken
    }
    guard try secret.matches(token.digest), token.revokedAt == nil, household.member(token.memberID) != nil else {
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

/// Counts failed authentications by where they come from.
///
/// It belongs to the event loop's thread.
struct FailureLimiter {
  private var failures: [String: (count: Int, since: Timestamp)] = [:]

  private static let allowed = 20
  private static let window: Int64 = 60_000_000
  private static let capacity = 10_000

  /// How long an origin has to wait before it may try again; nil when it may try now.
  func waitingTime(_ origin: String, at now: Timestamp) -> Int? {
    guard let entry = failures[origin], entry.count >= Self.allowed else { return nil }
    let left = entry.since.microseconds + Self.window - now.microseconds
    return left > 0 ? Int((left + 999) / 1000) : nil
  }

  mutating func noteFailure(_ origin: String, at now: Timestamp) {
    if failures.count >= Self.capacity {
      failures = failures.filter { now.microseconds - $0.value.since.microseconds < Self.window }
      if failures.count >= Self.capacity { failures.removeAll() }
    }
    if let entry = failures[origin], now.microseconds - entry.since.microseconds < Self.window {
      failures[origin] = (entry.count + 1, entry.since)
    } else {
      failures[origin] = (1, now)
    }
  }
}

extension Peer {
  /// Where failures are counted.
  var origin: String {
    switch self {
    case .tcp(let address): address
    case .unix(let uid): "uid \(uid)"
    }
  }
}
