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
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case withdrawnBy = "withdrawn_by"
  }
}

extension ProposalWithdrawn: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    withdrawnBy = try json.read("withdrawn_by")
  }
}
