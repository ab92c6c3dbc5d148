import MovieNightPrimitives

/// A household's tokens and invites: the working ones and those that ended lately. Ended ones are forgotten after
/// `HouseholdLimits.endedSeconds`, or sooner if a member has more than `HouseholdLimits.ended`. So this stays small, and a
/// member cannot evict another's. Deciders and read models use the same fold, so they agree.
public struct HouseholdAccess: Equatable, Sendable {
  /// The tokens in the order in which they were issued.
  public private(set) var tokens: [Token]
  /// The invites in the order in which they were created.
  public private(set) var invites: [Invite]
  /// An index, since every command checks a token.
  private var liveTokens: Set<TokenID>

  /// A token. Only the digest of its secret is known.
  public struct Token: Equatable, Sendable {
    public let id: TokenID
    public let memberID: MemberID
    /// The digest in crypt(3) format, with its setting.
    public let digest: String
    public let issuedAt: Timestamp
    /// The time at which it was revoked, its member left or the household closed; nil while it works.
    public fileprivate(set) var revokedAt: Timestamp?

    public init(id: TokenID, memberID: MemberID, digest: String, issuedAt: Timestamp, revokedAt: Timestamp?) {
      self.id = id
      self.memberID = memberID
      self.digest = digest
      self.issuedAt = issuedAt
      self.revokedAt = revokedAt
    }
  }

  /// An invite. Only the digest of its secret is known.
  public struct Invite: Equatable, Sendable {
    public let id: InviteID
    public let createdBy: MemberID
    /// The digest in crypt(3) format, with its setting.
    public let digest: String
    public let createdAt: Timestamp
    /// The time at which it is expired.
    public let expiresAt: Timestamp
    /// The time at which it was revoked or the household closed; nil before, expired or not.
    public fileprivate(set) var revokedAt: Timestamp?

    /// The validity of an invite. An active one lets somebody join, if there is room.
    public enum Status: String, CaseIterable, Sendable {
      case active, expired, revoked
    }

    public init(
      id: InviteID, createdBy: MemberID, digest: String, createdAt: Timestamp, expiresAt: Timestamp,
      revokedAt: Timestamp?
    ) {
      self.id = id
      self.createdBy = createdBy
      self.digest = digest
      self.createdAt = createdAt
      self.expiresAt = expiresAt
      self.revokedAt = revokedAt
    }

    /// Returns the status. A revoked invite stays revoked after its expiry.
    public func status(at now: Timestamp) -> Status {
      if revokedAt != nil { return .revoked }
      return now < expiresAt ? .active : .expired
    }
  }

  public init(tokens: [Token] = [], invites: [Invite] = []) {
    self.tokens = tokens
    self.invites = invites
    liveTokens = Set(tokens.lazy.filter { $0.revokedAt == nil }.map(\.id))
  }

  /// The approximate size beside its own. Digests are assumed to be as long as crypt(3) makes them now.
  package var byteCount: Int {
    tokens.capacity * MemoryLayout<Token>.stride + invites.capacity * MemoryLayout<Invite>.stride
      + (tokens.count + invites.count) * 128 + liveTokens.capacity * 4 / 3 * MemoryLayout<TokenID>.stride
  }

  // MARK: Tokens and invites

  /// Returns a token; nil if it was never issued or ended long ago.
  public func token(_ id: TokenID) -> Token? { tokens.last { $0.id == id } }

  /// Returns an invite; nil if it was never created or ended long ago.
  public func invite(_ id: InviteID) -> Invite? { invites.last { $0.id == id } }

  /// Whether a token works.
  public func isLive(_ token: TokenID) -> Bool { liveTokens.contains(token) }

  /// Returns a member's working tokens.
  public func liveTokens(of member: MemberID) -> [Token] {
    tokens.filter { $0.memberID == member && $0.revokedAt == nil }
  }

  /// Returns the invites by which somebody can join, if there is room.
  public func openInvites(at now: Timestamp) -> [Invite] {
    invites.filter { $0.status(at: now) == .active }
  }

  /// Returns the tokens for lists: working ones and those that ended lately.
  public func listedTokens(at now: Timestamp) -> [Token] {
    tokens.filter { $0.revokedAt.map { now < $0.advanced(bySeconds: HouseholdLimits.endedSeconds) } ?? true }
  }

  /// Returns the invites for lists: open ones and those that ended lately.
  public func listedInvites(at now: Timestamp) -> [Invite] {
    invites.filter { now < $0.endedAt.advanced(bySeconds: HouseholdLimits.endedSeconds) }
  }

  // MARK: Folding events

  /// Whether an event concerns tokens or invites. Other events change nothing here, and forget nothing.
  public static func isChanged(by event: HouseholdEvent) -> Bool {
    switch event {
    case .tokenIssued, .tokenRevoked, .inviteCreated, .inviteRevoked, .memberLeft, .closed: true
    default: false
    }
  }

  /// Applies an event of the household. `time` is when it was recorded, `members` are the household's after it.
  public mutating func fold(_ event: HouseholdEvent, at time: Timestamp, members: [MemberID]) {
    guard Self.isChanged(by: event) else { return }
    switch event {
    case .tokenIssued(let issued):
      tokens.append(
        Token(id: issued.tokenID, memberID: issued.memberID, digest: issued.digest, issuedAt: time, revokedAt: nil))
      liveTokens.insert(issued.tokenID)
    case .tokenRevoked(let revoked): endTokens(at: time) { $0.id == revoked.tokenID }
    case .memberLeft(let left): endTokens(at: time) { $0.memberID == left.memberID }
    case .inviteCreated(let created):
      invites.append(
        Invite(
          id: created.inviteID, createdBy: created.createdBy, digest: created.digest, createdAt: time,
          expiresAt: created.expiresAt, revokedAt: nil))
    case .inviteRevoked(let revoked): endInvites(at: time) { $0.id == revoked.inviteID }
    case .closed:
      endTokens(at: time) { _ in true }
      endInvites(at: time) { _ in true }
    default: break
    }
    Self.forget(&tokens, at: time, \.revokedAt) { members.contains($0.memberID) ? $0.memberID : nil }
    Self.forget(&invites, at: time, \.endedAt) { members.contains($0.createdBy) ? $0.createdBy : nil }
  }

  private mutating func endTokens(at time: Timestamp, where isIncluded: (Token) -> Bool) {
    for index in tokens.indices where tokens[index].revokedAt == nil && isIncluded(tokens[index]) {
      tokens[index].revokedAt = time
      liveTokens.remove(tokens[index].id)
    }
  }

  private mutating func endInvites(at time: Timestamp, where isIncluded: (Invite) -> Bool) {
    for index in invites.indices where invites[index].revokedAt == nil && isIncluded(invites[index]) {
      invites[index].revokedAt = time
    }
  }

  /// Drops entries that ended long ago, and each owner's earliest ended ones beyond the limit.
  private static func forget<Entry>(
    _ entries: inout [Entry], at time: Timestamp, _ endedAt: (Entry) -> Timestamp?, owner: (Entry) -> MemberID?
  ) {
    var ended: [(at: Timestamp, index: Int)] = []
    for (index, entry) in entries.enumerated() {
      if let end = endedAt(entry), end <= time { ended.append((end, index)) }
    }
    let isOld = { (end: Timestamp) in end.advanced(bySeconds: HouseholdLimits.endedSeconds) <= time }
    guard ended.count > HouseholdLimits.ended || ended.contains(where: { isOld($0.at) }) else { return }
    ended.sort { ($0.at, $0.index) > ($1.at, $1.index) }
    var counts: [MemberID?: Int] = [:]
    let forgotten = ended.filter { end, index in
      let owner = owner(entries[index])
      counts[owner, default: 0] += 1
      return isOld(end) || counts[owner, default: 0] > HouseholdLimits.ended
    }
    for index in forgotten.map(\.index).sorted(by: >) { entries.remove(at: index) }
  }
}

extension HouseholdAccess.Invite {
  fileprivate var endedAt: Timestamp { revokedAt ?? expiresAt }
}
