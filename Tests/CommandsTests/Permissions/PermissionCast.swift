import Commands
import Domain
import MovieNightPrimitives

@testable import CommandsSupport

/// A household in which every independent member has a token, and every member has listed one movie and marked another.
enum PermissionCast {
  static let invite = InviteID(high: 3, low: 1)
  static let gone = Cast.member(7)
  private static let unknown = Cast.member(98)

  static func token(of member: MemberID) -> TokenID { Cast.token(Int(member.low)).id }
  static func listed(by member: MemberID) -> MovieID { 200 + Int(member.low) }
  static func marked(by member: MemberID) -> MovieID { 300 + Int(member.low) }

  static let night: Night = {
    var night = Night(founding: Cast.founding + [Cast.joined(gone, parent: nil)])
    night.send(.createInvite(invite, digest: "digest"), by: .member(Cast.creator))
    for member in Cast.independent + [gone] {
      night.send(.issueToken(Cast.token(Int(member.low))), by: .member(member))
    }
    let senders =
      (Cast.independent + [gone]).map { ($0, Sender.member($0)) }
      + Cast.parents.map { ($0.key, Sender.member($0.value, actingAs: $0.key)) }
    for (member, sender) in senders {
      night.send(.addToWatchlist(Cast.movie(listed(by: member))), by: sender)
      night.send(.markWatched(Cast.movie(marked(by: member))), by: sender)
    }
    night.send(.leave, by: .member(gone))
    return night
  }()

  /// The senders, which are the columns of the page.
  enum Role: String, CaseIterable {
    case creator, member
    case forOwnChild = "for own child"
    case forAnothersChild = "for another's child"
    case managed = "managed member"
    case otherHousehold = "other household"
    case gone = "former member"
    case administrator, unauthenticated

    var sender: Sender {
      switch self {
      case .creator: .member(Cast.creator)
      case .member: .member(Cast.ann)
      case .forOwnChild: .member(Cast.ann, actingAs: Cast.child)
      case .forAnothersChild: .member(Cast.creator, actingAs: Cast.child)
      case .managed: .member(Cast.child)
      case .otherHousehold: .member(Cast.nonMember)
      case .gone: .member(PermissionCast.gone)
      case .administrator: .administrator
      case .unauthenticated: .unauthenticated
      }
    }

    fileprivate var id: MemberID? {
      if case .member(let id, _) = sender { id } else { nil }
    }

    /// The sender, or the member they act for; nil if the sender is not in the household.
    var actor: MemberID? {
      guard self != .otherHousehold, case .member(let id, let actingAs) = sender else { return nil }
      return actingAs ?? id
    }
  }

  /// The member whom a command is about, relative to its sender.
  enum Target: String, CaseIterable {
    case oneself = "self"
    case ownChild = "own child"
    case anothersChild = "another's child"
    case creator
    case member = "another member"
    case gone = "former member"
    case unknown = "unknown member"

    /// Returns the member; nil if there is none.
    func member(for role: Role) -> MemberID? {
      switch self {
      case .oneself: role.id
      case .ownChild: Cast.parents.first { $0.value == role.id }?.key
      // The child must be neither the sender nor the sender's own child.
      case .anothersChild: Cast.parents.keys.sorted().first { $0 != role.id && Cast.parents[$0] != role.id }
      // If the creator is the sender, this case is `oneself`.
      case .creator: role == .creator ? nil : Cast.creator
      case .member: Cast.starter
      // If the former member is the sender, this case is `oneself`.
      case .gone: role == .gone ? nil : PermissionCast.gone
      case .unknown: PermissionCast.unknown
      }
    }
  }
}
