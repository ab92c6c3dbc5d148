import MovieNightPrimitives

/// The working tokens and open invites of a household, with those that ended recently. Ended ones are forgotten after
/// `HouseholdLimits.endedSeconds`, or earlier if a member has more than `HouseholdLimits.ended`. So the value stays
/// small, and a member cannot push out entries of another. Deciders and read models use the same fold, so they agree.
public struct HouseholdAccess: Equatable, Sendable {
  /// The tokens in order of issue.
  public private(set) var tokens: [Token]
  /// The invites in order of creation.
  public private(set) var invites: [Invite]
  /// The ids of the working tokens. This index exists because every command checks its token.
  private var liveTokens: Set<TokenID>

  /// A token, stored without its secret.
  public struct Token: Equatable, Sendable {
    public let id: TokenID
    public let memberID: MemberID
    /// The digest of the token's secret in crypt(3) format, which includes the algorithm's setting.
    public let digest: String
    public let issuedAt: Timestamp
    /// The time at which the token ended: it was revoked, its member left, or the household closed; nil while it works.
    public fileprivate(set) var revokedAt: Timestamp?

    public init(id: TokenID, memberID: MemberID, digest: String, issuedAt: Timestamp, revokedAt: Timestamp?) {
      self.id = id
      self.memberID = memberID
      self.digest = digest
      self.issuedAt = issuedAt
      self.revokedAt = revokedAt
    }
  }

  /// An invite, stored without its secret.
  public struct Invite: Equatable, Sendable {
    public let id: InviteID
    public let createdBy: MemberID
    /// The digest of the invite's secret in crypt(3) format, which includes the algorithm's setting.
    public let digest: String
    public let createdAt: Timestamp
    /// The time from which the invite is expired.
    public let expiresAt: Timestamp
    /// The time at which the invite was revoked or the household closed; nil otherwise, even after the expiry.
    public fileprivate(set) var revokedAt: Timestamp?

    /// The validity of an invite. An active invite lets a person join if the household has room.
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

    /// Returns the status at a time. A revoked invite stays `revoked` when its expiry passes.
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

  /// The approximate bytes beside the value's inline size, if digests have the length that crypt(3) produces now.
  package var byteCount: Int {
    tokens.capacity * MemoryLayout<Token>.stride + invites.capacity * MemoryLayout<Invite>.stride
      + (tokens.count + invites.count) * 128 + liveTokens.capacity * 4 / 3 * MemoryLayout<TokenID>.stride
  }

  // MARK: Tokens and invites

  /// Returns the token with this id; nil if it was never issued or has been forgotten.
  public func token(_ id: TokenID) -> Token? { tokens.last { $0.id == id } }

  /// Returns the invite with this id; nil if it was never created or has been forgotten.
  public func invite(_ id: InviteID) -> Invite? { invites.last { $0.id == id } }

  /// Whether a token works. It does if it was issued and has not ended.
  public func isLive(_ token: TokenID) -> Bool { liveTokens.contains(token) }

  public func liveTokens(of member: MemberID) -> [Token] {
    tokens.filter { $0.memberID == member && $0.revokedAt == nil }
  }

  /// Returns the active invites, with which a person can join if the household has room.
  public func openInvites(at now: Timestamp) -> [Invite] {
    invites.filter { $0.status(at: now) == .active }
  }

  /// Returns the tokens that lists show: working ones and those that ended recently.
  public func listedTokens(at now: Timestamp) -> [Token] {
    tokens.filter { $0.revokedAt.map { now < $0.advanced(bySeconds: HouseholdLimits.endedSeconds) } ?? true }
  }

  /// Returns the invites that lists show: open ones and those that ended recently.
  public func listedInvites(at now: Timestamp) -> [Invite] {
    invites.filter { now < $0.endedAt.advanced(bySeconds: HouseholdLimits.endedSeconds) }
  }

  // MARK: Folding events

  /// Whether an event concerns tokens or invites. All other events change nothing; not even old entries are forgotten.
  public static func isChanged(by event: HouseholdEvent) -> Bool {
    switch event {
    case .tokenIssued, .tokenRevoked, .inviteCreated, .inviteRevoked, .memberLeft, .closed: true
    default: false
    }
  }

  /// Applies an event of the household. `time` is that of recording; `members` are those after the event.
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

  /// Removes the entries that ended long ago and, where an owner has more ended entries than the limit, the earliest.
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
