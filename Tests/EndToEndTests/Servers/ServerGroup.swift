#if Postgres
  import EventStore
  import MovieNightPrimitives

  @testable import Platform

  /// Several servers that share one database.
  protocol SeveralServers: Sendable {
    associatedtype Server: ServerUnderTest

    var database: Database { get }
    var count: Int { get }
    subscript(index: Int) -> Server { get }
  }

  extension SeveralServers {
    /// Returns one connection to each server.
    func wires(token: String) throws -> [Wire] { try (0..<count).map { try self[$0].wire(token: token) } }

    /// Returns the last position that a server has read.
    func head(_ index: Int = 0) throws -> Int {
      try self[index].administrator().result("server.health").integer("head")
    }

    /// Waits until every server has read the last event that any of them has read.
    func settle() throws {
      let last = try (0..<count).map { try head($0) }.max() ?? 0
      for index in 0..<count { try eventually("server \(index) to catch up") { try head(index) >= last } }
    }

    /// Runs the `verify` command on the database.
    func verify() throws -> Run { try Run("verify", "--store", "\(database.store)", in: TemporaryFolder()) }
  }

  /// Servers inside the test's process that share a new database and a clock that the test sets.
  final class ServerGroup: SeveralServers {
    let database: Database
    let time = ManualTime()
    private let servers: [LocalServer]

    /// - Parameters:
    ///   - count: The number of servers.
    ///   - lockTimeout: The timeout of the append lock in milliseconds; nil for the default.
    ///   - uptime: The monotonic clock of the servers.
    init(
      _ count: Int = 2, lockTimeout: Int? = nil, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic
    ) throws {
      let database = try Database()
      self.database = database
      if let lockTimeout { try database.setLockTimeout(milliseconds: lockTimeout) }
      servers = try (0..<count).map { [time] _ in
        try LocalServer(database.store, in: TemporaryFolder(), time, uptime: uptime)
      }
    }

    // The database can only be dropped after the servers have stopped.
    deinit { for server in servers { server.stop() } }

    var count: Int { servers.count }

    subscript(index: Int) -> LocalServer { servers[index] }
  }

  /// Server processes that share a new database.
  final class ProcessGroup: SeveralServers {
    let database: Database
    private let folders: [TemporaryFolder]
    private let processes: [ServerProcess]

    init(_ count: Int) throws {
      let database = try Database()
      let folders = try (0..<count).map { _ in try TemporaryFolder() }
      self.database = database
      self.folders = folders
      processes = try together(count) { try ServerProcess(database.store, in: folders[$0]) }
    }

    var count: Int { processes.count }

    subscript(index: Int) -> ServerProcess { processes[index] }

    /// Stops all servers with SIGTERM and returns their exit codes.
    func terminate() throws -> [Int32] { try processes.map { try $0.terminate() } }
  }

  extension Wire {
    /// Invites a new member to this connection's household, who joins through `server`.
    func addMember(on server: some ServerUnderTest, _ name: String = "Ann") throws -> Newcomer {
      try server.wire().join(result("invites.create").string("invite_token"), name)
    }

    /// Returns the number of events of a type that this connection can read.
    func count(of type: String, _ more: String = "") throws -> Int {
      Array(try result("events.read", #""types":["\#(type)"],"limit":1000"# + more).array("events")).count
    }
  }
#endif
