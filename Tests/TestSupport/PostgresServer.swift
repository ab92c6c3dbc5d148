import Foundation
import Glibc
import MovieNightPrimitives

/// A PostgreSQL server for tests: a new cluster in a temporary folder, with a Unix socket there.
///
/// The server ends with the process that started it, however that process ends. A shell waits for the end of a pipe
/// that only that process holds, then stops the server and removes the folder.
public final class PostgresServer: Sendable {
  public let folder: String
  private let pipe: Int32
  private let shell: pid_t
  private let count = Locked(0)

  /// Returns the server that the tests of this process share. Each test uses its own database.
  public static func shared() throws -> PostgresServer {
    try sharedServer.get()
  }

  private static let sharedServer = Result { try PostgresServer() }

  private static let user = "movienight"
  private static let timeoutSeconds = 60

  /// - Parameters:
  ///   - isDurable: whether commits are synced to disk, which benchmarks and crash tests need.
  ///   - diskMegabytes: the size of the server's own disk; nil for none. Requires `canHaveDisk`.
  public init(isDurable: Bool = false, diskMegabytes: Int? = nil) throws {
    var template = Array("/tmp/mn-pg-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw PostgresServerError("mkdtemp: \(errno)") }
    folder = String(cString: made)
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw PostgresServerError("pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = ends[1]
    defer { close(ends[0]) }
    // The shell gets its own session, so that an interrupt from the keyboard does not end it before it has cleaned up.
    let disk = diskMegabytes.map { "\($0)m" } ?? ""
    let words =
      ["setsid"] + (diskMegabytes == nil ? [] : Self.withOwnMounts)
      + ["/bin/sh", "-c", Self.script, "postgres-for-tests", folder, isDurable ? "on" : "off", disk]
    shell = try Self.spawn(words, standardInput: ends[0])
    try waitForAnswer("ready")
  }

  deinit {
    close(pipe)
    waitpid(shell, nil, 0)
  }

  /// Creates a database and returns its name.
  public func newDatabase() throws -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let name = "test_\(number)"
    try run("createdb", "-h", folder, "-U", Self.user, name)
    return name
  }

  /// Returns the address of a database, with a long timeout because connecting can be slow on a busy machine.
  public func address(of database: String) -> String {
    "\(Self.address(of: database, in: folder))?connect_timeout=60"
  }

  /// Returns the address of a database whose server or proxy has its socket in `folder`.
  public static func address(of database: String, in folder: String) -> String {
    "postgres://\(user)@\(folder.replacing("/", with: "%2F"))/\(database)"
  }

  /// Whether any file of a database contains `text`. Run CHECKPOINT first to bring the files up to date.
  public func filesOfDatabase(_ oid: Int, hold text: String) throws -> Bool {
    let directory = "\(folder)/data/base/\(oid)"
    return try FileManager.default.contentsOfDirectory(atPath: directory).contains { name in
      // Files may disappear during the search.
      let file = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
      return file.withUnsafeBytes { Self.contains(Array(text.utf8), in: $0) }
    }
  }

  // Uses the C library, which is fast even in debug builds, because the files have many megabytes.
  private static func contains(_ text: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard var start = bytes.baseAddress, let first = text.first else { return false }
    let end = start + bytes.count
    while let found = memchr(start, Int32(first), end - start).map({ UnsafeRawPointer($0) }) {
      if end - found >= text.count, memcmp(found, text, text.count) == 0 { return true }
      start = found + 1
    }
    return false
  }

  /// Removes a database even while it is in use.
  public func drop(_ database: String) throws {
    try run("dropdb", "--force", "-h", folder, "-U", Self.user, database)
  }

  /// A way to stop the server. All connections are lost.
  public enum Stop: String, CaseIterable, Sendable {
    /// Stops at once, like a crash. The next start runs recovery.
    case immediate
    /// Stops as for an operator. The server tells connected clients that it is shutting down.
    case fast
  }

  public func stop(_ stop: Stop = .immediate) throws { try order(stop.rawValue, answer: "stopped") }

  /// Fills the server's own disk to the last byte.
  public func fillDisk() throws { try order("fill", answer: "full") }

  /// Frees the space that `fillDisk` took, and restarts the server if it ended because of the full disk.
  public func freeDisk() throws { try order("free", answer: "ready") }

  /// Whether this process may mount file systems in its own mount namespace.
  public static let canHaveDisk: Bool = {
    let words = withOwnMounts + ["/bin/sh", "-c", "exec 2> /dev/null; mount -t tmpfs -o size=1m tmpfs /mnt"]
    guard let pid = try? spawn(words, standardInput: nil) else { return false }
    return status(of: pid) == 0
  }()

  private static let withOwnMounts = ["unshare", "--mount"]

  /// Starts the server again after `stop`.
  public func start() throws { try order("start", answer: "ready") }

  // MARK: The shell that runs the server

  // PostgreSQL refuses to run as root. If the tests run as root, the script starts it as another user.
  private static let script = #"""
    trap '' INT TERM HUP
    folder=$1 fsync=$2 disk=$3
    # A process that reads the tests' output must not have to wait until the server ends.
    exec > /dev/null 2>&1
    for bin in /usr/lib/postgresql/*/bin; do PATH="$bin:$PATH"; done
    as_user=
    if [ "$(id -u)" = 0 ]; then
      for user in postgres nobody; do id "$user" > /dev/null 2>&1 && break; done
      chown "$user" "$folder"
      chmod 755 "$folder"
      as_user="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
    fi
    cd "$folder" || exit 1
    start() {
      $as_user postgres -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync="$fsync" -c max_connections=300 \
        -c shared_buffers=64MB -c autovacuum_naptime=5 >> "$folder/log" 2>&1 &
      server=$!
      for attempt in $(seq 600); do
        pg_isready -q -h "$folder" && touch "$folder/ready" && return
        sleep 0.1
      done
    }
    stop() {
      [ -n "$server" ] && kill "-$1" "$server" && wait "$server"
      server=
      rm -f "$folder/ready"
    }
    fill() {
      for size in 1M 4k 1; do dd if=/dev/zero bs=$size >> "$folder/data/ballast"; done
    }
    free() {
      rm -f "$folder/data/ballast"
      kill -0 "$server" || start
    }
    mkdir "$folder/data"
    [ -z "$disk" ] || mount -t tmpfs -o "size=$disk" tmpfs "$folder/data" || touch "$folder/failed"
    [ "$(id -u)" = 0 ] && chown "$user" "$folder/data"
    : > "$folder/log"
    [ "$(id -u)" = 0 ] && chown "$user" "$folder/log"
    $as_user initdb -D "$folder/data" --auth=trust --username=movienight --encoding=UTF8 --locale=C --no-sync \
      >> "$folder/log" 2>&1 && start || touch "$folder/failed"
    while read -r order; do
      case $order in
        immediate) stop QUIT; touch "$folder/stopped" ;;
        fast) stop INT; touch "$folder/stopped" ;;
        start) rm -f "$folder/stopped"; start ;;
        fill) rm -f "$folder/ready"; fill; touch "$folder/full" ;;
        free) rm -f "$folder/full"; free; touch "$folder/ready" ;;
      esac
    done
    stop QUIT
    [ -z "$disk" ] || umount "$folder/data"
    rm -rf "$folder"
    """#

  private func order(_ order: String, answer: String) throws {
    let line = Array("\(order)\n".utf8)
    guard write(pipe, line, line.count) == line.count else { throw PostgresServerError("the shell has ended") }
    try waitForAnswer(answer)
  }

  private func waitForAnswer(_ name: String) throws {
    for _ in 0..<(Self.timeoutSeconds * 100) {
      if access("\(folder)/\(name)", F_OK) == 0 { return }
      if access("\(folder)/failed", F_OK) == 0 { break }
      usleep(10_000)
    }
    let log = FileManager.default.contents(atPath: "\(folder)/log") ?? Data()
    throw PostgresServerError("no PostgreSQL server for tests: \(String(decoding: log, as: UTF8.self))")
  }

  private func run(_ words: String...) throws {
    let script = #"for bin in /usr/lib/postgresql/*/bin; do PATH="$bin:$PATH"; done; exec "$@" 2>> "$0/errors""#
    let pid = try Self.spawn(["/bin/sh", "-c", script, folder] + words, standardInput: nil)
    guard Self.status(of: pid) == 0 else {
      let errors = FileManager.default.contents(atPath: "\(folder)/errors") ?? Data()
      throw PostgresServerError("\(words.joined(separator: " ")): \(String(decoding: errors, as: UTF8.self))")
    }
  }

  /// Waits for the process to end and returns its status.
  private static func status(of pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private static func spawn(_ words: [String], standardInput: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardInput { posix_spawn_file_actions_adddup2(&actions, standardInput, 0) }
    // Close the descriptors of other tests, because those tests wait for the ends of their connections.
    for descriptor in 3..<Int32(1024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else { throw PostgresServerError("posix_spawn: \(code)") }
    return pid
  }
}

public struct PostgresServerError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
