import EventStore

// Groups in a store that belongs to this process alone.
extension Committer {
  /// Decides and records what waits and what is due, a group at a time, until nothing waits.
  func commitOwn() {
    commitOwnGroup()
    while !waiting.isEmpty {
      tick()
      commitOwnGroup()
    }
  }

  private func commitOwnGroup() {
    takeUpLoaded()
    if let error = ImplausibleTime(now: clock(), lastRecorded: lastTime) { return refuseAll(.implausibleTime(error)) }
    decider.beginGroup()
    let looks = waiting.isEmpty ? Self.groupLimit : Self.looksWhileOthersWait
    let due = isCutOff || isResting ? [] : takeDue(limit: looks)
    if waiting.isEmpty, due.isEmpty { return }
    guard reopenIfNeeded() else { return refuseAll(due: due, Self.notReopened) }
    let time = now()
    for stream in due { doWhatIsDue(in: stream, at: time) }
    let count = min(waiting.count, Self.groupLimit)
    for submission in waiting.prefix(count) { _ = decide(submission, at: time) }
    waiting.removeFirst(count)
    let group = decider.takeGroup()
    if group.isEmpty { return }
    if group.appends.isEmpty { return finish(group, .success([])) }
    finish(group, Result { () throws(StoreError) in try store.commit(group.appends.map(\.append)) })
  }
}
