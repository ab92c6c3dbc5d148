import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// The time limit of ten seconds for a request, which covers all of its lookups together (`docs/catalog.md`,
/// "Failures").
@Suite struct LookupTimeoutTests {
  /// A clock that is advanced by exactly ten seconds. The timeout of each single lookup begins later than the
  /// request's, so it does not expire here.
  private let uptime = HeldUptime()

  @Test(arguments: [
    ("movies.search", #""query":"dune 1984""#), ("tv.search", #""query":"dune 1984""#), ("suggestions.generate", ""),
    ("rounds.start", #""suggest":true"#),
  ])
  func requestWithSeveralLookupsEndsAfterTenSeconds(_ method: String, _ parameters: String) throws {
    let source = ScriptedSource()
    let server = try LocalServer(uptime: { [uptime] in uptime.now }, catalog: source.configuration)
    defer { uptime.release() }
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    for member in household.members.prefix(2) {
      try wire.result(
        "preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""# + household.actingAs(member))
    }
    source.stopAnswering()
    try wire.post(method, parameters)
    eventually("the request to the source") { !source.asked.isEmpty }
    uptime.advance(by: .seconds(10))
    #expect(try wire.readAnswer().reason == "catalog_unavailable")
  }

  @Test func resultsAfterTimeoutAreIgnored() {
    let outcomes = Locked<[Int?]>([])
    let calls = Locked<[@Sendable () -> Void]>([])
    let cancellations = Locked(0)
    let schedule: Schedule = { _, body in
      calls.withLock { $0.append(body) }
      return { cancellations.withLock { $0 += 1 } }
    }
    func begin(_ lookup: Lookup<Int>) {
      lookup.within(10, schedule, else: .failure(.stopping)).begin { outcome in
        outcomes.withLock { $0.append(try? outcome.get()) }
      }
    }
    begin(.known(1))
    #expect(outcomes.withLock { $0 } == [1] && calls.withLock { $0.isEmpty })
    let answers = Locked<[Lookup<Int>.Completion]>([])
    for _ in 1...2 { begin(.pending { done in answers.withLock { $0.append(done) } }) }
    answers.withLock { $0[0] }(.success(2))
    for call in calls.withLock({ $0 }) { call() }
    answers.withLock { $0[1] }(.success(3))
    #expect(outcomes.withLock { $0 } == [1, 2, nil] && cancellations.withLock { $0 } == 2)
  }
}
