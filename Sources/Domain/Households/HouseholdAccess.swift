import MovieNightPrimitives

/// Who gets into a household and how: its tokens and invites, those that work and those that ended lately.
///
/// What has ended is forgotten after a while (`HouseholdLimits.endedSeconds`), and sooner where a member has much of it
/// (`HouseholdLimits.ended`): so this stays small, whatever is issued and revoked, and nobody makes what is another's go.
/// Who decides and who shows fold the same, and so know of the same ones.
public struct HouseholdAccess: Equatable, Sendable {
  /// In the order in which they were issued.
  public private(set) var tokens: [Token]
  /// In the order in which they were created.
  public private(set) var invites: [Invite]
  /// Every command asks for one.
  private var liveTokens: Set<TokenID>

  /// A token, of whose secret only the digest is known.
  public struct Token: Equatable, Sendable {
    public let id: TokenID
    public let memberID: MemberID
    /// As crypt(3) writes it, with its setting.
    public let digest: String
    public let issuedAt: Timestamp
    /// Also when its member went, or the household closed; nil while it works.
    public fileprivate(set) var revokedAt: Timestamp?

    public init(id: TokenID, memberID: MemberID, digest: String, issuedAt: Timestamp, revokedAt: Timestamp?) {
      self.id = id
      self.memberID = memberID
      self.digest = digest
      self.issuedAt = issuedAt
      self.revokedAt = revokedAt
    }
  }

  /// An invite, of whose secret only the digest is known.
  public struct Invite: Equatable, Sendable {
    public let id: InviteID
    public let createdBy: MemberID
    /// As crypt(3) writes it, with its setting.
    public let digest: String
    public let createdAt: Timestamp
    /// At exactly this moment it is expired.
    public let expiresAt: Timestamp
    /// Also when the household closed; nil before, expired or not.
    public fileprivate(set) var revokedAt: Timestamp?

    /// Whether somebody can join by an invite, if there is room.
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

    /// What was revoked stays so, also when it would have expired.
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

  /// About how many bytes it takes beside its own size; digests are about as long as crypt(3) makes them now.
  package var byteCount: Int {
    tokens.capacity * MemoryLayout<Token>.stride + invites.capacity * MemoryLayout<Invite>.stride
      + (tokens.count + invites.count) * 128 + liveTokens.capacity * 4 / 3 * MemoryLayout<TokenID>.stride
  }

  // MARK: What there is

  /// Nil for one that was never issued, or has ended long ago.
  public func token(_ id: TokenID) -> Token? { tokens.last { $0.id == id } }

  /// Nil for one that was never created, or has ended long ago.
  public func invite(_ id: InviteID) -> Invite? { invites.last { $0.id == id } }

  /// Whether a token works.
  public func isLive(_ token: TokenID) -> Bool { liveTokens.contains(token) }

  /// Those that work.
  public func liveTokens(of member: MemberID) -> [Token] {
    tokens.filter { $0.memberID == member && $0.revokedAt == nil }
  }

  /// Those by which somebody can join, if there is room.
  public func openInvites(at now: Timestamp) -> [Invite] {
    invites.filter { $0.status(at: now) == .active }
  }

  /// Those that lists show: they work, or ended lately.
  public func listedTokens(at now: Timestamp) -> [Token] {
    tokens.filter { $0.revokedAt.map { now < $0.advanced(bySeconds: HouseholdLimits.endedSeconds) } ?? true }
  }

  /// Those that lists show: they are open, or ended lately.
  public func listedInvites(at now: Timestamp) -> [Invite] {
    invites.filter { now < $0.endedAt.advanced(bySeconds: HouseholdLimits.endedSeconds) }
  }

  // MARK: What happens

  /// Whether an event is about tokens or invites. Others leave all as it is, also what could be forgotten by then.
  public static func isChanged(by event: HouseholdEvent) -> Bool {
    switch event {
    case .tokenIssued, .tokenRevoked, .inviteCreated, .inviteRevoked, .memberLeft, .closed: true
    default: false
    }
  }

  /// Takes in what an event of the household means for its tokens and invites.
  ///
  /// - Parameters:
  ///   - time: when it was recorded.
  ///   - members: who is in the household after it.
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

  private mutating func endTokens(at time: Timestamp, where isMeant: (Token) -> Bool) {
    for index in tokens.indices where tokens[index].revokedAt == nil && isMeant(tokens[index]) {
      tokens[index].revokedAt = time
      liveTokens.remove(tokens[index].id)
    }
  }

  private mutating func endInvites(at time: Timestamp, where isMeant: (Invite) -> Bool) {
    for index in invites.indices where invites[index].revokedAt == nil && isMeant(invites[index]) {
      invites[index].revokedAt = time
    }
  }

  /// Drops what ended long ago, and of each owner what ended first where too much has.
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
  /// When it was revoked, or is to expire.
  fileprivate var endedAt: Timestamp { revokedAt ?? expiresAt }
}
