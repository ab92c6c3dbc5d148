// Made by `make protocol` from the server's declarations: change those.

extension Request {
  /// The methods that take no command id. They change nothing, or nothing more when sent twice.
  static let reads: Set<String> = [
    "auth.authenticate", "catalog.clear", "catalog.export", "catalog.status", "events.import", "events.read",
    "events.subscribe", "events.unsubscribe", "genres.list", "households.get", "households.list", "invites.list",
    "movies.get", "movies.search", "preferences.get", "projections.rebuild", "providers.list", "rounds.active",
    "rounds.get", "rounds.ratings", "rounds.results", "rpc.discover", "server.health", "server.info", "server.metrics",
    "server.ping", "sessions.list", "suggestions.generate", "tokens.list", "tv.episode", "tv.get", "tv.search",
    "tv.season", "watched.list", "watchlist.list",
  ]

  /// The methods with which a secret is sent, or comes back: no outbox keeps them.
  static let withSecrets: Set<String> = [
    "auth.authenticate", "households.create", "invites.accept", "invites.create", "invites.list", "invites.revoke",
    "tokens.issue",
  ]
}
