#if SQLite
  import Glibc

  /// What stands where SQLite's entries are kept: only what is told to be ours is ever written to, or thrown away.
  enum SQLiteSideFile {
    case missing, empty, ours
    /// Somebody else's, or nobody knows whose.
    case foreign

    /// In the header of every database of entries: "MNCa".
    static let applicationID = 0x4D4E_4361

    /// The database must not be open in this process: closing a file ends this process's locks on it.
    init(at path: String) throws(StoreError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw StoreError.system(.cannotOpen, "examine", path, errno) }
        self = .missing
        return
      }
      // A link could lead to a file of another program.
      guard status.st_mode & S_IFMT == S_IFREG else {
        self = .foreign
        return
      }
      guard status.st_size > 0 else {
        self = .empty
        return
      }
      let file = try File(path, O_RDONLY | O_NOFOLLOW)
      let header = try file.read(from: 0, count: Self.headerSize)
      if Self.isOurs(header) {
        self = .ours
      } else {
        let page = try file.read(from: 0, count: Self.pageSize(of: header))
        self = Self.hasOurTables(page) ? .ours : .foreign
      }
    }

    static func failure(_ path: String) -> StoreError {
      StoreError(
        .cannotOpen, "\(path) is in the way: it is no cache of this program's catalog",
        hint: "Move it away, or serve a store of another name; until then nothing is kept over restarts.")
    }

    // MARK: The format of SQLite's files

    private static let headerSize = 100
    private static let beginning = Array("SQLite format 3\0".utf8)

    private static func isOurs(_ header: [UInt8]) -> Bool {
      guard header.starts(with: beginning), header.count >= 72 else { return false }
      return header[68..<72].reduce(0) { $0 << 8 | Int($1) } == applicationID
    }

    private static func pageSize(of header: [UInt8]) -> Int {
      guard header.starts(with: beginning), header.count >= 18 else { return 0 }
      let size = Int(header[16]) << 8 | Int(header[17])
      return size == 1 ? 65536 : size
    }

    /// Those of the first program that kept any have nothing else that tells: their first page names these two tables, and
    /// no other one.
    private static func hasOurTables(_ page: [UInt8]) -> Bool {
      count("CREATE TABLE", in: page) == 2 && count("CREATE TABLE schema_migrations (", in: page) == 1
        && count("CREATE TABLE catalog_entries (\n  key TEXT PRIMARY KEY, -- of kind, variant and id", in: page) == 1
    }

    private static func count(_ text: String, in bytes: [UInt8]) -> Int {
      let text = Array(text.utf8)
      guard bytes.count >= text.count else { return 0 }
      return (0...bytes.count - text.count).count { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
    }
  }
#endif
