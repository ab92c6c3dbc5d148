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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    vote = try object.decode(Vote.self, forKey: "vote")
    votedAt = try object.decode(Timestamp.self, forKey: "voted_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(vote, forKey: "vote")
    try object.encode(votedAt, forKey: "voted_at")
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
