#if Postgres
  import EventStore
  import Testing

  @testable import Stores

  @Suite("PostgreSQL: libpq")
  struct LibpqTests {
    @Test func installedLibraryIsLoadedOnce() throws {
      #expect(try Libpq.functions() == Libpq.functions())
    }

    /// A libpq from before pipelines lacks functions that the program calls.
    @Test(arguments: [("libmovienight-has-none.so.1", "libmovienight-has-none.so.1: "), ("libc.so.6", "PQbackendPID")])
    func missingOrUnsuitableLibraryIsNamed(_ name: String, _ reason: String) {
      guard case .failure(let error) = Libpq.load(name) else {
        Issue.record("\(name) has what libpq has")
        return
      }
      #expect(error.code == .cannotOpen)
      #expect(error.message.contains(reason), "\(error)")
      #expect(error.hint?.contains("apt-get install libpq5") == true)
    }
  }
#endif
