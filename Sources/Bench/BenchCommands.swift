import Console

extension [any Subcommand] {
  /// What `movienight-bench` understands, in the order of its help.
  package static let ofBench: [any Subcommand] = [
    LoadBench.votes,
    LoadBench.sessions,
    LoadBench.queries,
    NotificationsBench(),
    SubscribersBench(),
    FillBench(),
    RebuildBench(),
  ]
}
