import MovieNightPrimitives

/// A command that waits for its outcome, with the data needed to answer it. The committer returns it unchanged.
final class WaitingCommand: Sendable {
  let reply: Reply
  let answer: CommandAnswer
  let method: Method
  let receivedAt: Timestamp

  init(_ reply: Reply, _ answer: @escaping CommandAnswer, _ method: Method, receivedAt: Timestamp) {
    self.reply = reply
    self.answer = answer
    self.method = method
    self.receivedAt = receivedAt
  }
}
