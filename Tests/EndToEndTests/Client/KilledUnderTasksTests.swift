import EventStore
import MovieNightClient
import Primitives
import Testing

/// One client that a hundred tasks use, and a server that is killed and started again under them.
@Suite struct KilledUnderTasksTests {
  private static let tasks = 100
  private static let foundings = 4
  private static let kills = 4

  /// Each founds households, of which each can be told: one that was founded twice would be seen.
  @Test(arguments: [StoreKind.sqlite, .journal])
  func everyCallIsAnsweredOnceAndNoCommandIsDoubled(_ kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let servers = try Servers(store, folder)
    var options = MovieNightClient.Options()
    options.callTimeout = .seconds(300)
    options.reconnectTimeout = .seconds(300)
    let client = try await MovieNightClient.connect(to: .unix(path: servers.socketPath), options: options)
    try await client.authenticateAsAdministrator()

    let founded = Locked(0)
    let names = (0..<Self.tasks * Self.foundings).map { "Household \($0)" }
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          var ids: [String] = []
          for name in names[(task * Self.foundings)..<((task + 1) * Self.foundings)] {
            let made = try await client.households.create(
              named: name, by: NewMember(displayName: "Ann"))
            #expect(made.household.name == name, "the answer to another call")
            ids.append("\(made.household.id)")
            founded.withLock { $0 += 1 }
          }
          return ids
        }
      }
      group.addTask {
        for kill in 1...Self.kills {
          while founded.withLock({ $0 }) < names.count * kill / (Self.kills + 1) {
            try await Task.sleep(for: .milliseconds(5))
          }
          try servers.killAndStart()
        }
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.count == names.count && Set(ids).count == names.count)
    var all: [String] = []
    for try await household in client.households.all() { all.append(household.name) }
    #expect(all.sorted() == names.sorted())
    client.close()
    #expect(try servers.end() == 0)
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
  }
}

/// A server, and the next one on its store.
private final class Servers: Sendable {
  private let store: StoreAddress
  private let folder: TemporaryFolder
  private let current: Locked<ServerProcess>
  let socketPath: String

  init(_ store: StoreAddress, _ folder: TemporaryFolder) throws {
    (self.store, self.folder) = (store, folder)
    let server = try ServerProcess(store, in: folder)
    socketPath = server.socketPath
    current = Locked(server)
  }

  func killAndStart() throws {
    try current.withLock { $0 }.kill()
    let next = try ServerProcess(store, in: folder)
    current.withLock { $0 = next }
  }

  func end() throws -> Int32 { try current.withLock { $0 }.terminate() }
}
