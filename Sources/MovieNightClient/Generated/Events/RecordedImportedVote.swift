// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// ImportedVote, as an event holds it.
public struct RecordedImportedVote: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `vote`.
  public var vote: Vote
  /// `voted_at`.
  public var votedAt: Timestamp

  public init(memberID: MemberID, vote: Vote, votedAt: Timestamp) {
    self.memberID = memberID
    self.vote = vote
    self.votedAt = votedAt
  }
}

extension RecordedImportedVote: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case vote
    case votedAt = "voted_at"
  }
}

extension RecordedImportedVote: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    vote = try json.read("vote")
    votedAt = try json.read("voted_at")
  }
}
