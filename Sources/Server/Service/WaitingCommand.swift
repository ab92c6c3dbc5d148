import MovieNightPrimitives

/// Who waits for a command, and what makes its answer. The committer hands it back with the outcome.
final class WaitingCommand: Sendable {
  let reply: Reply
  let answer: CommandAnswer
  let method: Method
  let receivedAt: Timestamp

  init(_ reply: Reply, _ answer: CommandAnswer, _ method: Method, receivedAt: Timestamp) {
    self.reply = reply
    self.answer = answer
    self.method = method
    self.receivedAt = receivedAt
  }
}
