#if Postgres
  import Foundation
  import Glibc
  import Testing

  @Suite("The password of a PostgreSQL store")
  struct PasswordTests {
    @Test func isNotInTheProcessTitle() throws {
      let folder = try TemporaryFolder()
      // Somebody who accepts and never answers: the program waits, with its arguments read.
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = "\(folder.path)/.s.PGSQL.5432"
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0 && listen(listener, 4) == 0)
      let host = folder.path.replacing("/", with: "%2F")
      let process = try ChildProcess(
        ["events", "--store", "postgres://tim:hunter2@\(host)/films?sslpassword=hunter3"], in: folder)
      let connection = accept(listener, nil, nil)
      let title = try Data(contentsOf: URL(filePath: "/proc/\(process.pid)/cmdline"))
      close(connection)
      try process.waitForEnd()
      let shown = String(decoding: title, as: UTF8.self)
      #expect(shown.contains("postgres://*") && !shown.contains("hunter"), "\(shown)")
      #expect(process.errors.contains("tim@") && !process.errors.contains("hunter"), "\(process.errors)")
    }

    @Test(arguments: [
      "postgres://tim:hunter2@host:what/films", "postgre://tim:hunter2@host/films", "postgres:hunter2@h",
    ])
    func isNotInTheErrorOfABadAddress(address: String) throws {
      let run = try Run("events", "--store", address, in: TemporaryFolder())
      #expect(run.code != 0)
      #expect(!run.errors.contains("hunter2"), "\(run.errors)")
    }
  }
#endif
