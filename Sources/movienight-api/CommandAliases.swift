/// Words that users may type by mistake, with the commands to suggest for them.
enum CommandAliases {
  static let commands = [
    "invite": "household invite", "join": "household join", "leave": "household leave",
    "members": "household members", "rename": "household rename", "add-child": "household add-child",
    "child": "household add-child", "invites": "household invites", "settings": "household settings",
    "tokens": "token list", "create": "household create", "found": "household create",
    "now": "tonight", "status": "tonight", "round": "tonight", "active": "tonight", "new": "start",
    "suggest": "propose", "add": "propose", "ballot": "vote", "up": "vote", "down": "vote", "like": "rate",
    "loved": "rate", "seen": "watched mark", "mark": "watched mark", "undo": "watched undo",
    "search": "movie search", "find": "movie search", "lookup": "movie search", "film": "movie",
    "series": "tv", "season": "tv season", "episode": "tv episode", "tmdb": "catalog status", "cache": "catalog status",
    "movies": "watchlist", "list": "lists", "collections": "collection", "note": "notes", "title": "titles",
    "calendar": "guide", "schedule": "guide", "tv-guide": "guide", "upcoming": "guide",
    "reminder": "reminders", "remind": "reminders set",
    "choose": "pick", "select": "pick",
    "winner": "results", "statistics": "stats", "year": "stats", "cancel": "discard", "unpropose": "withdraw",
    "who": "attendees",
    "signin": "login", "signout": "logout", "health": "call server.health", "info": "call server.info",
    "whoami": "login list", "me": "login list", "logins": "login list", "rebuild": "rebuild-projections",
    "backup": "export", "bench": "movienight-bench",
  ]
}
