import EventStore
import MovieNightPrimitives

// What others record in a shared store.
extension Committer {
  /// Commits what waits and what is due.
  ///
  /// - Parameter takesLateWork: whether what comes while the group begins joins it. Not where a job is next: the job, and
  ///   what stands behind it, came earlier.
  func commitShared(takesLateWork: Bool) {
    takeUpLoaded()
    if let error = ImplausibleTime(now: clock(), lastRecorded: lastTime) { return refuseAll(.implausibleTime(error)) }
    decider.states.age()
    let looks = waiting.isEmpty ? Self.groupLimit : Self.looksWhileOthersWait
    let due = isCutOff || isResting ? [] : takeDue(limit: looks)
    if waiting.isEmpty, due.isEmpty { return }
    commitSharedGroup(due: due, takesLateWork: takesLateWork)
    while !waiting.isEmpty { commitSharedGroup(due: [], takesLateWork: false) }
  }

  private func commitSharedGroup(due: [StreamID], takesLateWork: Bool, isDecidedAnew: Bool = false) {
    let waitsForReceipts = isDecidedAnew || awaitsReceipts
    decider.beginGroup()
    guard reopenIfNeeded() else { return refuseAll(due: due, Self.notReopened) }
    do throws(StoreError) {
      if !isCutOff { holdWhatIsCold() }
      if waiting.isEmpty, due.isEmpty { return }
      sharedGroups += 1
      try beginSharedGroup {
        guard !isCutOff, !waitsForReceipts else { return }
        if takesLateWork { takeLateWork() }
        decider.receipts = [:]
        decideWaiting(due: due)
      }
      if takesLateWork { takeLateWork() }
      try lookUpReceipts(of: waiting.prefix(Self.groupLimit), waits: waitsForReceipts)
    } catch {
      decider.takeBack()
      delegate.report(.unavailable(error))
      if error.isForGood { noteCutOff(error) }
      return refuseAll(due: due, error)
    }
    decideWaiting(due: due)
    waiting.removeFirst(decider.group.submissions.count)
    let group = decider.takeGroup()
    record(group, due: due)
  }

  /// What joins a group so soon after its first decision is decided as of the same moment: servers stand in line in the
  /// order of their first decisions, and none has to decide anew because another's time is later.
  private static let momentMicroseconds: Int64 = 10_000

  /// Decides what is not decided yet of what is due and of what waits.
  private func decideWaiting(due: [StreamID]) {
    let (now, decidedAt) = (now(), decider.group.time)
    let isSameMoment = (0..<Self.momentMicroseconds).contains(now.microseconds - decidedAt.microseconds)
    let time = isSameMoment ? decidedAt : max(now, decidedAt)
    if !decider.hasBegun {
      for stream in due { doWhatIsDue(in: stream, at: time) }
    }
    var next = decider.group.submissions.count
    while next < min(waiting.count, Self.groupLimit) {
      if decide(waiting[next], at: time) { next += 1 } else { waiting.remove(at: next) }
    }
  }

  /// Beginning a group in a shared store takes time, in which more has come.
  private func takeLateWork() {
    guard later.isEmpty, let work = mailbox.receive(within: 0) else { return }
    for (index, item) in work.enumerated() {
      switch item {
      case .news: break
      // It is taken up after this group.
      case .loaded: mailbox.send([.loaded])
      case .submission(let submission): receive(submission)
      case .schedule(let stream, let time): deadlines.schedule(stream, at: time)
      // What came behind it does not overtake it.
      case .job:
        later = Array(work[index...])
        return
      }
    }
  }

  private func record(_ group: DecidedGroup, due: [StreamID]) {
    let isSupposedNew = supposesNew
    supposesNew = false
    do throws(StoreError) {
      finish(group, .success(try commit(group, isSupposedNew: isSupposedNew)))
    } catch  where error.code == .notNew && isSupposedNew {
      // One of the commands has a receipt after all. Nothing was recorded, and nobody was told anything.
      decider.refund(group)
      noteKnownCommand()
      waiting = group.submissions + waiting
      commitSharedGroup(due: due, takesLateWork: false, isDecidedAnew: true)
    } catch {
      finish(group, .failure(error))
    }
  }

  private func commit(_ group: DecidedGroup, isSupposedNew: Bool) throws(StoreError) -> [CommitOutcome] {
    if group.appends.isEmpty, !isSupposedNew {
      if group.repeats { try store.confirmGroup() } else { store.endGroup() }
      return []
    }
    return try store.commit(group.appends.map(\.append)) { [delegate] events throws(StoreError) in
      let said = group.appends.flatMap(\.said)
      // Where the store refuses some of the group, only the data of the others' events tells what they say.
      return try delegate.rows(changedBy: events, said: said.count == events.count ? said : [])
    }
  }

  /// Takes back what was decided before the group had begun, where the news contradict it. Where nothing was decided, the
  /// group's time is taken back all the same: the news may be later.
  private func revise(by news: News) {
    let isComplete = (news.last ?? head) >= news.head
    if decider.hasBegun, isComplete, !decider.isContradicted(by: news) { return }
    decider.takeBack()
  }

  /// At most so many events of others are taken in while they are kept from appending.
  private static let newsLimit = 1000

  /// Keeps others from appending until the group's end, and takes in what they appended before: no decision rests on
  /// what is no longer so.
  ///
  /// - Parameter meanwhile: what can be done while others are waited for.
  func beginSharedGroup(meanwhile: () -> Void) throws(StoreError) {
    while true {
      let news = try store.beginGroup(
        after: head, checksum: headChecksum, limit: Self.newsLimit, meanwhile: meanwhile)
      do throws(StoreError) {
        revise(by: news)
        try take(news, watchingDeadlines: watchesDeadlines)
      } catch {
        store.endGroup()
        throw error
      }
      noteReached()
      if head == news.head { return }
      // Too much to read while others wait.
      store.endGroup()
      try follow()
    }
  }

  /// For so long after a command that was sent again, each group's receipts are read before it is decided.
  private static let waitForReceiptsMicroseconds: Int64 = 1_000_000

  /// Finds out which of a group's commands have a receipt. Hardly ever one has. So the group is decided as if none had,
  /// and where that was wrong the store commits nothing.
  ///
  /// - Parameter waits: whether the receipts are read all the same, because it was wrong a moment ago.
  func lookUpReceipts(of group: some Sequence<Submission>, waits: Bool) throws(StoreError) {
    let commands = group.compactMap(\.receiptKey)
    decider.receipts = [:]
    guard !commands.isEmpty else { return }
    do throws(StoreError) {
      if waits {
        decider.receipts = try store.receipts(of: commands)
      } else {
        try store.supposeNew(commands)
        supposesNew = true
      }
    } catch {
      store.endGroup()
      throw error
    }
  }

  /// One of the group's commands has a receipt, so all of it is taken back and decided anew.
  ///
  /// The groups after it have their receipts read first. Otherwise a client that repeats its commands would have every
  /// group decided twice.
  func noteKnownCommand() {
    decider.takeBack()
    waitsForReceiptsUntil = Timestamp(microseconds: now().microseconds + Self.waitForReceiptsMicroseconds)
  }

  /// Whether a command was sent again a moment ago.
  var awaitsReceipts: Bool { now() < waitsForReceiptsUntil }

  func follow() throws(StoreError) {
    try follow(watchingDeadlines: watchesDeadlines)
  }

  func follow(watchingDeadlines: Bool) throws(StoreError) {
    var news: News
    repeat {
      news = try store.news(after: head, checksum: headChecksum, limit: Self.newsLimit)
      try take(news, watchingDeadlines: watchingDeadlines)
    } while head < news.head && news.last != nil
  }

  func lookAround() {
    guard store.isShared, reopenIfNeeded() else { return }
    do throws(StoreError) {
      try follow()
      noteReached()
    } catch {
      noteCutOff(error)
    }
  }

  /// Takes note that the store can be reached, and is the one that it was. What was read of another history counts no
  /// longer.
  func noteReached() {
    if sawOtherHistory { states.forgetAll() }
    sawOtherHistory = false
    cutOff = nil
  }

  func noteCutOff(_ error: StoreError) {
    noteFailure(error)
    if cutOff != error.code { delegate.report(.unavailable(error)) }
    // Told each time: after a look that succeeded in part, answers may have begun again.
    if error.isForGood { delegate.lostHistory(error) }
    if error.code == .otherHistory { sawOtherHistory = true }
    cutOff = error.code
  }

  private func take(_ news: News, watchingDeadlines: Bool) throws(StoreError) {
    guard news.head >= head else {
      throw StoreError(
        .otherHistory, "the store ends at position \(news.head), and lacks what this server has seen up to \(head)",
        hint: "It was restored, or is a copy that was behind: use the right one, or restart all servers.")
    }
    for event in news.events {
      states.follow(event)
      decider.count(event)
    }
    // Whoever needs the stream has it loaded, and is told which event it is.
    for stream in news.damaged.compactMap(\.stream) { states.forget(stream) }
    // At the end, when the rows have taken in the events: they tell when something is due.
    defer { if watchingDeadlines { news.events.forEach(scheduleDeadlines) } }
    if news.last != nil || headChecksum == nil { headChecksum = news.checksum }
    head = news.last ?? head
    lastTime = max(lastTime, news.events.last?.recordedAt ?? lastTime, news.latest)
    try delegate.followed(news)
  }
}
