import Commands
import Domain
import MovieNightPrimitives

@testable import CommandsSupport

/// The commands of a household and its library, and the import of a round, by method name. The page of permissions has
/// each of them and each declared method, so a test reports a name that is missing here.
enum MethodName: String, CaseIterable {
  case create = "households.create"
  case update = "households.update"
  case addManaged = "members.add_managed"
  case updateProfile = "members.update"
  case remove = "members.remove"
  case leave = "members.leave"
  case erase = "members.erase"
  case createInvite = "invites.create"
  case revokeInvite = "invites.revoke"
  case acceptInvite = "invites.accept"
  case setPreferences = "preferences.set"
  case issueToken = "tokens.issue"
  case revokeToken = "tokens.revoke"
  case addToWatchlist = "watchlist.add"
  case removeFromWatchlist = "watchlist.remove"
  case markWatched = "watched.mark"
  case unmarkWatched = "watched.unmark"
  case importRound = "rounds.import"

  /// Whether the command is about a member or something that belongs to one.
  var hasTarget: Bool {
    switch self {
    case .updateProfile, .remove, .erase, .setPreferences, .issueToken, .revokeToken, .removeFromWatchlist,
      .unmarkWatched:
      true
    case .create, .update, .addManaged, .leave, .createInvite, .revokeInvite, .acceptInvite, .addToWatchlist,
      .markWatched, .importRound:
      false
    }
  }

  enum Example {
    case household(HouseholdCommand)
    case library(LibraryCommand)
    case importRound(RoundImported)
  }

  /// Returns a valid command about `member`, which can be refused only because of its sender.
  func example(about member: MemberID) -> Example {
    let newcomer = NewMember(id: Cast.member(50), displayName: "Ben", avatarKey: nil)
    return switch self {
    case .create:
      .household(.found(NewHousehold(name: "x", creator: newcomer, token: Cast.token(50))))
    case .update: .household(.update(HouseholdUpdate(name: "x")))
    case .addManaged: .household(.addManaged(newcomer))
    case .updateProfile:
      .household(.updateProfile(ProfileUpdate(memberID: member, displayName: "Ben")))
    case .remove: .household(.remove(member))
    case .leave: .household(.leave)
    case .erase: .household(.erase(member, confirmation: "DELETE"))
    case .createInvite: .household(.createInvite(InviteID(high: 3, low: 50), digest: "digest"))
    case .revokeInvite: .household(.revokeInvite(PermissionCast.invite))
    case .acceptInvite:
      .household(.acceptInvite(PermissionCast.invite, digest: "digest", newcomer, Cast.token(50)))
    case .setPreferences:
      // A managed member's ceiling is fixed, so it must not be set.
      .household(
        .setPreferences(
          member,
          Preferences(
            genreLikes: [1, 2], genreDislikes: [], maxContentRating: Cast.parents[member] == nil ? .r : nil)))
    case .issueToken: .household(.issueToken(Cast.token(50, for: member)))
    case .revokeToken: .household(.revokeToken(PermissionCast.token(of: member)))
    case .addToWatchlist: .library(.addToWatchlist(Cast.movie(50)))
    case .removeFromWatchlist: .library(.removeFromWatchlist(PermissionCast.listed(by: member)))
    case .markWatched: .library(.markWatched(Cast.movie(50)))
    case .unmarkWatched: .library(.unmarkWatched(PermissionCast.marked(by: member)))
    case .importRound:
      .importRound(RoundImported(status: .expired, startedBy: member, createdAt: Cast.evening))
    }
  }
}
