extension GatewayRequest {
  /// What the gateway does with a method.
  enum Method: Sendable {
    /// Passed on.
    case ordinary
    /// Passed on. Its answer may wait for the catalog or an import, and later answers on its connection with it.
    case slow
    /// Passed on, also without a token.
    case open
    /// Passed on, also without a token, on a connection of its own: the movienight server closes a connection after
    /// several wrong invites.
    case bySecret
    /// `auth.authenticate`: passed on for the token of the HTTP request only.
    case identity
    /// Subscribes its connection to events. Refused, because another HTTP request may use the connection.
    case subscription
    /// Refused.
    case administration

    init(name: String) { self = Self.special[name] ?? .ordinary }

    var needsNoToken: Bool {
      switch self {
      case .open, .bySecret: true
      case .ordinary, .slow, .identity, .subscription, .administration: false
      }
    }

    /// The methods that are not ordinary. A test compares them with `docs/openrpc.json`.
    static let special: [String: Method] = {
      let names: [(Method, [String])] = [
        (.open, ["server.info", "server.ping"]),
        (.bySecret, ["households.create", "invites.accept"]),
        (.identity, ["auth.authenticate"]),
        (.subscription, ["events.subscribe", "events.unsubscribe"]),
        (
          .administration,
          [
            "catalog.clear", "catalog.export", "catalog.status", "events.import", "households.list",
            "projections.rebuild", "rounds.import", "server.metrics",
          ]
        ),
        (
          .slow,
          [
            "collection.export", "collection.import", "episodes.mark", "guide.calendar", "guide.get", "guide.set_show",
            "movies.get", "movies.search", "providers.list", "reminders.list", "rounds.propose", "rounds.start",
            "rounds.suggest", "suggestions.generate", "titles.add", "titles.refresh", "tv.episode", "tv.get",
            "tv.search", "tv.season", "watched.mark", "watchlist.add",
          ]
        ),
      ]
      return Dictionary(uniqueKeysWithValues: names.flatMap { method, names in names.map { ($0, method) } })
    }()
  }
}
