import Commands
import Domain
import EventStore
import Primitives
import Projections

// What the queries of all areas need of a household.
extension Answering {
  func household(_ id: HouseholdID) throws -> HouseholdDetails {
    guard let household = try value(readModels.cachedHousehold(id), { try readModels.household(id) }) else {
      throw WireError.unknownHousehold
    }
    return household
  }

  /// Its tokens and invites. May read the store.
  func access(_ id: HouseholdID) throws -> HouseholdAccess {
    guard let details = try readModels.access(id) else { throw WireError.unknownHousehold }
    return details.access
  }

  func view(_ household: HouseholdDetails) throws -> HouseholdView {
    HouseholdView(details: household, directory: try directory(of: household))
  }
}

/// `households.get`.
struct HouseholdQuery: Query {
  let id: HouseholdID

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    json.household(try answering.view(answering.household(id)), try answering.library(id))
  }
}

/// `households.list`.
struct HouseholdsQuery: Query {
  let limit: Int
  let after: HouseholdID?

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    try answering.requireStore()
    let ids = try answering.readModels.householdIDs(after: after, limit: limit)
    json.beginObject()
    json.key("households")
    json.beginArray()
    for id in ids { json.household(try answering.view(answering.household(id)), try answering.library(id)) }
    json.endArray()
    json.field("next_cursor", ids.count < limit ? nil : ids.last)
    json.endObject()
  }
}

/// `tokens.list`. How long ago one ended depends on the time.
struct TokensQuery: Query {
  let id: HouseholdID
  /// Whose; all where it is nil.
  let member: MemberID?

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    try answering.requireStore()
    let tokens = try answering.access(id).listedTokens(at: answering.now).filter {
      member == nil || $0.memberID == member
    }
    var labels: [TextID: String] = [:]
    for text in try answering.store.texts(tokens.map { TextID($0.id) }) { labels[text.id] = text.label }
    json.object { json in
      json.key("tokens")
      json.array(tokens) { json, token in
        json.object { json in
          json.field("token_id", token.id)
          json.field("member_id", token.memberID)
          json.field("label", labels[TextID(token.id)])
          json.field("issued_at", token.issuedAt)
          json.field("revoked_at", token.revokedAt)
        }
      }
    }
  }
}

/// `invites.list`. Whether one is expired depends on the time.
struct InvitesQuery: Query {
  let id: HouseholdID
  /// An administrator where it is nil.
  let reader: MemberID?

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    guard reader == nil || reader == household.createdBy else { throw WireError(.creatorOnly) }
    try answering.requireStore()
    let (now, access) = (answering.now, try answering.access(id))
    json.object { json in
      json.key("invites")
      json.array(access.listedInvites(at: now)) { json, invite in
        json.object { $0.inviteMembers(invite, token: nil, invite.status(at: now)) }
      }
    }
  }
}

/// `preferences.get`: a member's are theirs and, for a managed member, its parent's.
struct PreferencesQuery: Query {
  let id: HouseholdID
  let member: MemberID
  let reader: MemberID

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    guard let details = household.member(member) else { throw WireError(.unknownMember) }
    guard reader.speaks(for: member, parent: details.parentID) else { throw WireError(.cannotActAs) }
    json.object { $0.preferencesMembers(of: member, in: household) }
  }
}

extension PersonalText {
  fileprivate var label: String? { (try? JSONDocument(stored: value).root)?["label"]?.string }
}
