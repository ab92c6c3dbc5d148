import Glibc
import Primitives

/// Entries in a folder, one file each: its name is made of the key, its time of change is that of its last use.
///
/// Nothing of it has to survive a power loss: nothing is synced, and a file that is damaged is removed when it is read.
final class JournalSideEntries: SideEntries {
  private let directory: String
  private let limit: SideLimit
  /// The files, by name; nil until they are listed.
  private let files: Locked<[String: SideFile]?> = Locked(nil)

  /// What is known of a file without opening it.
  private struct SideFile {
    var usedAt: Timestamp
    /// In bytes, with the key.
    var size: Int
  }

  init(_ directory: String, limit: Int) {
    self.directory = directory
    self.limit = SideLimit(limit)
  }

  // MARK: Entries

  func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? {
    try using { (files) throws(StoreError) in
      let name = SideFileName(key)
      guard let content = try content(of: name.text, &files), content.key == key else { return nil }
      // It is there, whether or not that can be noted: the next reading tries it again.
      try? touch(name.text, &files, at: now)
      return content.bytes
    }
  }

  func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) {
    try using { (files) throws(StoreError) in
      let name = SideFileName(key).text
      let content = SideFileContent(key: key, bytes: bytes).encoded
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
      files[name] = SideFile(usedAt: now, size: content.count)
      try removeOldest(&files)
    }
  }

  func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {
    try using { (files) throws(StoreError) in try touch(SideFileName(key).text, &files, at: now) }
  }

  func remove(kind: String?, id: String?) throws(StoreError) -> Int {
    try using { (files) throws(StoreError) in
      files = try list()
      var count = 0
      for name in files.keys where SideFileName.is(name, kind: kind, id: id) {
        if try Files.unlink("\(directory)/\(name)") { count += 1 }
        files[name] = nil
      }
      return count
    }
  }

  func remove(_ keys: [SideKey]) throws(StoreError) {
    try using { (files) throws(StoreError) in
      for name in keys.map({ SideFileName($0).text }) {
        _ = try Files.unlink("\(directory)/\(name)")
        files[name] = nil
      }
    }
  }

  /// In the order of their files' names.
  func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] {
    try using { (files) throws(StoreError) in
      // With each page it is seen whether the folder can be read at all; what is in it, with the first one.
      if cursor == nil { files = try list() } else if try !hasFolder() { return [] }
      var start = ""
      if let cursor {
        guard let key = SideKey(text: cursor) else { return [] }
        start = SideFileName(key).text
      }
      var entries: [SideEntry] = []
      for name in files.keys.filter({ $0 > start }).sorted() where entries.count < limit {
        guard let content = try content(of: name, &files) else { continue }
        entries.append(SideEntry(key: content.key, bytes: content.bytes))
      }
      return entries
    }
  }

  func size() throws(StoreError) -> SideSize {
    try using(listing: true) { (files) throws(StoreError) in
      SideSize(entries: files.count, bytes: files.values.reduce(0) { $0 + $1.size })
    }
  }

  // MARK: Files

  /// - Parameter listing: whether the folder is looked at anew.
  private func using<Result>(
    listing: Bool = false, _ body: (inout [String: SideFile]) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try files.withLock { listed throws(StoreError) in
      var files = if let listed, !listing { listed } else { try list() }
      // In place: a copy would be made with the first change.
      listed = nil
      defer { listed = files }
      return try body(&files)
    }
  }

  private func list() throws(StoreError) -> [String: SideFile] {
    guard try hasFolder() else { return [:] }
    var files: [String: SideFile] = [:]
    for name in try Files.names(in: directory) where SideFileName.isName(name) {
      var status = stat()
      // It may have been deleted meanwhile.
      guard stat("\(directory)/\(name)", &status) == 0 else { continue }
      let time = Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
      files[name] = SideFile(usedAt: Timestamp(microseconds: time), size: Int(status.st_size))
    }
    return files
  }

  /// - Throws: where there is something, and it is no folder that can be read.
  private func hasFolder() throws(StoreError) -> Bool {
    if Files.isMissing(directory) { return false }
    _ = try File(directory, O_RDONLY | O_DIRECTORY)
    return true
  }

  /// What a file holds; nil where there is none, or none of use.
  private func content(of name: String, _ files: inout [String: SideFile]) throws(StoreError) -> SideFileContent? {
    let path = "\(directory)/\(name)"
    guard !Files.isMissing(path) else {
      files[name] = nil
      return nil
    }
    let bytes = try File(path, O_RDONLY | O_NOFOLLOW).read()
    if let content = SideFileContent(bytes) { return content }
    _ = try Files.unlink(path)
    files[name] = nil
    return nil
  }

  private func put(_ content: [UInt8], _ name: String) throws(StoreError) {
    let unfinished = "\(directory)/\(SideFileName.unfinished)"
    try File(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).write(content, at: 0)
    try Files.rename(unfinished, to: "\(directory)/\(name)")
  }

  private func touch(_ name: String, _ files: inout [String: SideFile], at now: Timestamp) throws(StoreError) {
    guard let file = files[name], SideLimit.isTouchDue(file.usedAt, at: now) else { return }
    try setTime(of: name, to: now)
    files[name]?.usedAt = now
  }

  private func setTime(of name: String, to time: Timestamp) throws(StoreError) {
    let path = "\(directory)/\(name)"
    let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1000)
    guard utimensat(AT_FDCWD, path, [moment, moment], 0) == 0 || errno == ENOENT else {
      throw StoreError.system(.unavailable, "touch", path, errno)
    }
  }

  private func removeOldest(_ files: inout [String: SideFile]) throws(StoreError) {
    let excess = limit.excess(of: files.count)
    guard excess > 0 else { return }
    let oldest = files.sorted { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }.prefix(excess)
    for (name, _) in oldest {
      _ = try Files.unlink("\(directory)/\(name)")
      files[name] = nil
    }
  }
}
