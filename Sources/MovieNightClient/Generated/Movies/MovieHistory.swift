// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a household had to do with a movie.
public struct MovieHistory: Hashable, Sendable {
  /// Who put it there; nil where it is not on it.
  public var onWatchlist: WatchlistEntry?
  /// How the household saw it; nil where it has not.
  public var watched: WatchedEntry?
  /// Whether the open round would refuse it for its rating; where none is open, a round for everybody.
  public var exceedsCeiling: Bool
  /// Those that it is in, of the newest 1,000, newest first.
  public var rounds: [MovieAppearance]

  public init(
    onWatchlist: WatchlistEntry? = nil, watched: WatchedEntry? = nil, exceedsCeiling: Bool, rounds: [MovieAppearance]
  ) {
    self.onWatchlist = onWatchlist
    self.watched = watched
    self.exceedsCeiling = exceedsCeiling
    self.rounds = rounds
  }
}

extension MovieHistory: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    onWatchlist = try object.decodeIfPresent(WatchlistEntry.self, forKey: "on_watchlist")
    watched = try object.decodeIfPresent(WatchedEntry.self, forKey: "watched")
    exceedsCeiling = try object.decode(Bool.self, forKey: "exceeds_ceiling")
    rounds = try object.decode([MovieAppearance].self, forKey: "rounds")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(onWatchlist, forKey: "on_watchlist")
    try object.encode(watched, forKey: "watched")
    try object.encode(exceedsCeiling, forKey: "exceeds_ceiling")
    try object.encode(rounds, forKey: "rounds")
  }
}

extension MovieHistory: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    onWatchlist = try json.readIfPresent("on_watchlist")
    watched = try json.readIfPresent("watched")
    exceedsCeiling = try json.read("exceeds_ceiling")
    rounds = try json.read("rounds")
  }
}
