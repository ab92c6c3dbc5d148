#if Postgres
  import EventStore
  import MovieNightPrimitives

  @testable import Platform

  /// Servers on one database.
  protocol SeveralServers: Sendable {
    associatedtype Server: ServerUnderTest

    var database: Database { get }
    var count: Int { get }
    subscript(index: Int) -> Server { get }
  }

  extension SeveralServers {
    /// One connection to each server.
    func wires(token: String) throws -> [Wire] { try (0..<count).map { try self[$0].wire(token: token) } }

    /// The last position that a server knows of.
    func head(_ index: Int = 0) throws -> Int {
      try self[index].administrator().result("server.health").integer("head")
    }

    /// Waits until every server knows of everything that any of them does.
    func settle() throws {
      let last = try (0..<count).map { try head($0) }.max() ?? 0
      for index in 0..<count { try eventually("server \(index) knows all") { try head(index) >= last } }
    }

    /// What the command line says of the events and the rows, of which nothing is left out.
    func verify() throws -> Run { try Run("verify", "--store", "\(database.store)", in: TemporaryFolder()) }
  }

  /// Servers inside the test's process on one new database, with one clock that the test moves.
  final class ServerGroup: SeveralServers {
    let database: Database
    let time = ManualTime()
    private let servers: [LocalServer]

    /// - Parameters:
    ///   - lockPatience: in milliseconds, how long they wait for the append lock; nil for as long as ever.
    ///   - uptime: what their idea of how long things take goes by.
    init(
      _ count: Int = 2, lockPatience: Int? = nil, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic
    ) throws {
      let database = try Database()
      self.database = database
      if let lockPatience { try database.setLockPatience(milliseconds: lockPatience) }
      servers = try (0..<count).map { [time] _ in
        try LocalServer(database.store, in: TemporaryFolder(), time, uptime: uptime)
      }
    }

    // Before the database goes.
    deinit { for server in servers { server.stop() } }

    var count: Int { servers.count }

    subscript(index: Int) -> LocalServer { servers[index] }
  }

  /// Real servers, each a process of its own, on one new database.
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

    /// Ends them all as an operator does. Returns the exit codes.
    func terminate() throws -> [Int32] { try processes.map { try $0.terminate() } }
  }

  extension Wire {
    /// Somebody new through an invite of this connection's household.
    func newcomer(on server: some ServerUnderTest, _ name: String = "Ann") throws -> Newcomer {
      try server.wire().join(result("invites.create").string("invite_token"), name)
    }

    /// How many events of a type a reader may see.
    func count(of type: String, _ more: String = "") throws -> Int {
      Array(try result("events.read", #""types":["\#(type)"],"limit":1000"# + more).array("events")).count
    }
  }
#endif
