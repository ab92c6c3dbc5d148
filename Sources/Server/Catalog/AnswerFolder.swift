import Catalog
import EventStore
import Glibc
import MovieNightPrimitives
import Stores

/// A cache of the catalog's answers that survives restarts: a folder with one file per answer, named after the answer's
/// key. A file's modification time is the time of the last use. Files are not synced, because the cache need not
/// survive a power loss. A damaged or unreadable file is removed when it is read. The folder and its files may be
/// deleted at any time. Several servers can share the folder.
final class AnswerFolder: CatalogStore {
  private let directory: String
  private let limit: Int
  /// The files by name; nil until the folder is listed.
  private let files: Locked<[String: FileInfo]?> = Locked(nil)

  /// The temporary name under which this server writes a file before renaming it.
  private let unfinished = "\(AnswerFolder.unfinishedPrefix)\(UInt32.random(in: 0 ... .max))"
  static let unfinishedPrefix = "unfinished-"

  private struct FileInfo {
    var usedAt: Timestamp
    /// The size of the whole file in bytes, including the key.
    var size: Int
  }

  /// The minimum time between two updates of a file's time of last use.
  private static let secondsBetweenTouches = Timestamp.secondsPerHour
  /// The age at which an unfinished file is considered left over from a crash and removed.
  private static let secondsToFinish = 3600
  /// The size in bytes up to which files are read. Every answer is far smaller.
  private static let largestFile = 16 << 20

  /// - Parameters:
  ///   - directory: the folder's path; it is created when the first answer is written.
  ///   - limit: the maximum number of answers.
  init(_ directory: String, limit: Int) {
    self.directory = directory
    self.limit = max(1, limit)
  }

  // MARK: Answers

  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? {
    try using { (files) throws(StoreError) in
      let name = AnswerFileName(key).text
      guard try hasFolder(), let content = content(of: name, &files), content.key == key else { return nil }
      // A failure to record the use is harmless, because the next read tries again.
      try? touch(name, &files, at: now)
      return content.bytes
    }
  }

  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try using { (files) throws(StoreError) in
      let name = AnswerFileName(key).text
      let content = CatalogStoreEntry(key: key, bytes: bytes).file
      do throws(StoreError) {
        try put(content, name)
      } catch {
        // The folder may have been deleted.
        guard !Files.exists(directory) else { throw error }
        files = [:]
        try Files.createDirectory(directory)
        try put(content, name)
      }
      try setTime(of: name, to: now)
      files[name] = FileInfo(usedAt: now, size: content.count)
      try removeOldest(&files)
    }
  }

  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try using { (files) throws(StoreError) in try touch(AnswerFileName(key).text, &files, at: now) }
  }

  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int {
    try using(listing: true) { (files) throws(StoreError) in
      var count = 0
      try remove(files.keys.filter { AnswerFileName.matches($0, kind: kind, id: id) }, &files) { count += 1 }
      return count
    }
  }

  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) {
    try using { (files) throws(StoreError) in
      try remove(keys.map { AnswerFileName($0).text }, &files)
    }
  }

  /// Returns up to `limit` entries after `cursor`, in the order of their file names.
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] {
    // List the folder again for the first page only. Every page checks that the folder can be read.
    try using(listing: cursor == nil) { (files) throws(StoreError) in
      guard try hasFolder() else { return [] }
      var start = ""
      if let cursor {
        guard let key = CatalogStoreKey(text: cursor) else { return [] }
        start = AnswerFileName(key).text
      }
      var entries: [CatalogStoreEntry] = []
      for name in files.keys.filter({ $0 > start }).sorted() where entries.count < limit {
        if let entry = content(of: name, &files) { entries.append(entry) }
      }
      return entries
    }
  }

  func size() throws(CatalogStoreError) -> CatalogStoreSize {
    try using(listing: true) { (files) throws(StoreError) in
      CatalogStoreSize(entries: files.count, bytes: files.values.reduce(0) { $0 + $1.size })
    }
  }

  // MARK: Files

  /// Runs `body` with the files by name, under the lock. If `listing` is true, lists the folder again first.
  private func using<Result>(
    listing: Bool = false, _ body: (inout [String: FileInfo]) throws(StoreError) -> Result
  ) throws(CatalogStoreError) -> Result {
    do throws(StoreError) {
      return try files.withLock { listed throws(StoreError) in
        var files = if let listed, !listing { listed } else { try list() }
        // Clear the stored dictionary, so that `body` changes the only reference in place and copies nothing.
        listed = nil
        defer { listed = files }
        return try body(&files)
      }
    } catch {
      throw CatalogStoreError(error.description)
    }
  }

  private func list() throws(StoreError) -> [String: FileInfo] {
    guard try hasFolder() else { return [:] }
    var files: [String: FileInfo] = [:]
    for name in try Files.names(in: directory) {
      var status = stat()
      // The file may have been deleted in the meantime.
      guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if name.hasPrefix(Self.unfinishedPrefix), status.st_mtim.tv_sec < Glibc.time(nil) - Self.secondsToFinish {
        _ = try Files.unlink("\(directory)/\(name)")
      }
      guard AnswerFileName.isName(name) else { continue }
      let time = Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
      files[name] = FileInfo(usedAt: Timestamp(microseconds: time), size: Int(status.st_size))
    }
    return files
  }

  /// Returns whether the folder exists. Throws an error if the path exists but is not a readable folder.
  private func hasFolder() throws(StoreError) -> Bool {
    if Files.isMissing(directory) { return false }
    _ = try File(directory, O_RDONLY | O_DIRECTORY)
    return true
  }

  /// Reads and decodes a file. If the file is unreadable, damaged or contains another key, removes it if possible and
  /// returns nil, so that the source is asked again.
  private func content(of name: String, _ files: inout [String: FileInfo]) -> CatalogStoreEntry? {
    let path = "\(directory)/\(name)"
    if let file = try? File(path, O_RDONLY | O_NOFOLLOW), let size = try? file.size(), size <= Self.largestFile,
      let content = (try? file.read()).flatMap({ CatalogStoreEntry(file: $0) }),
      AnswerFileName(content.key).text == name
    {
      return content
    }
    _ = try? Files.unlink(path)
    files[name] = nil
    return nil
  }

  private func put(_ content: [UInt8], _ name: String) throws(StoreError) {
    let path = "\(directory)/\(unfinished)"
    do throws(StoreError) {
      try File(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).write(content, at: 0)
      try Files.rename(path, to: "\(directory)/\(name)")
    } catch {
      _ = try? Files.unlink(path)
      throw error
    }
  }

  private func touch(_ name: String, _ files: inout [String: FileInfo], at now: Timestamp) throws(StoreError) {
    guard let file = files[name], now >= file.usedAt.advanced(bySeconds: Self.secondsBetweenTouches) else { return }
    try setTime(of: name, to: now)
    files[name]?.usedAt = now
  }

  private func setTime(of name: String, to time: Timestamp) throws(StoreError) {
    let path = "\(directory)/\(name)"
    let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1000)
    guard utimensat(AT_FDCWD, path, [moment, moment], AT_SYMLINK_NOFOLLOW) == 0 || errno == ENOENT else {
      throw StoreError.system(.unavailable, "touch", path, errno)
    }
  }

  /// Removes the least recently used files above `limit`, and 2 % more, so that not every write removes files.
  private func removeOldest(_ files: inout [String: FileInfo]) throws(StoreError) {
    guard files.count > limit else { return }
    let excess = files.count - (limit - limit / 50)
    let oldest = files.sorted { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }.prefix(excess)
    try remove(oldest.map(\.key), &files)
  }

  /// Removes files. If one cannot be removed, continues with the others, and then throws the first failure.
  private func remove(
    _ names: [String], _ files: inout [String: FileInfo], each removed: () -> Void = {}
  ) throws(StoreError) {
    var failure: StoreError?
    for name in names {
      files[name] = nil
      do throws(StoreError) {
        if try Files.unlink("\(directory)/\(name)") { removed() }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}

final class NullCatalogStore: CatalogStore {
  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? { nil }
  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {}
  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {}
  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int { 0 }
  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) {}
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] { [] }
  func size() throws(CatalogStoreError) -> CatalogStoreSize { CatalogStoreSize(entries: 0, bytes: 0) }
}
