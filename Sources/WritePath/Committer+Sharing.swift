import Commands
import Domain
import EventStore
import Primitives

// What others record in a shared store.
extension Committer {
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
      cutOff = nil
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
      cutOff = nil
    } catch {
      noteCutOff(error)
    }
  }

  func noteCutOff(_ error: StoreError) {
    noteFailure(error)
    if cutOff != error.code { delegate.report(.unavailable(error)) }
    // Told each time: after a look that succeeded in part, answers may have begun again.
    if error.isForGood { delegate.lostHistory(error) }
    cutOff = error.code
  }

  private func take(_ news: News, watchingDeadlines: Bool) throws(StoreError) {
    guard news.head >= head else {
      throw StoreError(
        .otherHistory, "the store ends at position \(news.head), and lacks what this server has seen up to \(head)",
        hint: "It was restored, or is a copy that was behind: use the right one, or restart all servers.")
    }
    for event in news.events { decider.states.follow(event) }
    // Whoever needs the stream replays it, and is told which event it is.
    for stream in news.damaged.compactMap(\.stream) { decider.states.forget(stream) }
    // At the end, when the rows have taken in the events: they tell when something is due.
    defer { if watchingDeadlines { news.events.forEach(scheduleDeadlines) } }
    if news.last != nil || headChecksum == nil { headChecksum = news.checksum }
    head = news.last ?? head
    lastTime = max(lastTime, news.events.last?.recordedAt ?? lastTime, news.latest)
    try delegate.followed(news)
  }
}
