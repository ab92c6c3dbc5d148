/// The limits of the gateway, beyond those of every request and those of the movienight server.
struct GatewayLimits: Sendable {
  /// The requests of one token, or of one address without a token, that may be in progress at once.
  var requestsInProgress = 16
  var streamsPerToken = 16
  /// The connections to the movienight server, of all tokens together.
  var connections = 4000
  var batch = 100
  /// The longest line that the movienight server reads.
  var lineBytes = 1_048_576
  /// The longest answer, or all answers of a batch.
  var answerBytes = 16_777_216
  /// The most values and keys in a body.
  var values = 262_144
  var connectTime = Duration.seconds(5)
  /// The time that the movienight server has to answer.
  var answerTime = Duration.seconds(60)
  /// The time after which an unused connection to the movienight server is closed.
  var idleTime = Duration.seconds(60)
  /// The time between the comment lines of a stream without events.
  var keepAliveTime = Duration.seconds(20)
}
