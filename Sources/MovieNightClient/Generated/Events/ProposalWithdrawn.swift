// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A proposal is gone, with its votes. Its slot is free again.
public struct ProposalWithdrawn: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `withdrawn_by`.
  public var withdrawnBy: MemberID

  public init(tmdbMovieID: Int, withdrawnBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.withdrawnBy = withdrawnBy
  }
}

extension ProposalWithdrawn: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    withdrawnBy = try object.decode(MemberID.self, forKey: "withdrawn_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(withdrawnBy, forKey: "withdrawn_by")
  }
}

extension ProposalWithdrawn: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    withdrawnBy = try json.read("withdrawn_by")
  }
}
