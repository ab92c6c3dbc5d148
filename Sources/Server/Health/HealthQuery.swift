struct HealthQuery: ResultQuery {
  var isUrgent: Bool { true }

  static var result: ResultObject<ServerHealth> { ServerTypes.health }

  func shown(_ answering: AnswerContext) throws -> ServerHealth {
    if answering.store.isShared { try answering.requireStore() }
    return answering.health.check()
  }
}
