import EventStore
import Glibc

/// The files of a journal store: `events.jsonl` with the groups, and the folder with the personal texts.
struct Journal {
  private let path: String
  private let texts: JournalTexts
  private let flags: Int32
  private let disk: any JournalDisk
  /// The open file; nil until another process has created it, and after `close`.
  private var file: (any JournalFile)?
  private var isClosed = false
  /// The state after the last complete group: the numbers of bytes, lines and groups up to its end, and its checksum.
  private var end = 0
  private var lines = 0
  private var groups = 0
  private var checksum: UInt32 = 0
  private var tornBytes = 0
  /// Whether groups have changed texts since the texts were read.
  private var textsAreOutdated = true
  /// The files whose lines are not exactly their valid texts, with the valid lines.
  private var filesToClean: [TextFile: [StoredText]] = [:]
  /// The texts that exist according to the groups, with their owners.
  private var namedTexts: [TextID: OwnerID] = [:]
  private let expectedMark: HighWaterMark?
  /// The checksum of the expected high-water mark, if a group was read that ends at the mark and has this checksum.
  private(set) var checksumAtMark: UInt32?
  /// Whether a step has failed halfway, so that only reopening the files shows what was written.
  private var isBroken = false

  /// Opens the files and reads them into `index`.
  init(
    _ directory: String, flags: Int32, on disk: any JournalDisk, highWaterMark: HighWaterMark? = nil,
    _ index: inout EventIndex
  ) throws(StoreError) {
    path = "\(directory)/events.jsonl"
    texts = JournalTexts(directory: "\(directory)/texts", disk: disk)
    self.flags = flags
    self.disk = disk
    expectedMark = highWaterMark
    if flags != O_RDONLY {
      file = try disk.open(path, flags)
      // Done even for an existing file, because its creator may have died before the file's name was durable.
      try disk.synchronizeDirectory(directory)
    } else {
      _ = try File(directory, O_RDONLY | O_DIRECTORY)
    }
    try readNewGroups(&index)
  }

  // MARK: Reading

  /// The maximum number of attempts to read texts while another process changes them. Two are nearly always enough.
  private static let maximumReadAttempts = 10

  /// Reads the groups that were not read yet, and the texts that they name.
  ///
  /// A process writes a group's new texts before the group, and removes replaced and deleted texts after it. As another
  /// may be writing now, texts are read after the groups, and again if a new group has changed some meanwhile.
  /// - Throws: `unavailable` if new groups changed texts during every attempt.
  mutating func readNewGroups(_ index: inout EventIndex) throws(StoreError) {
    if file == nil, !isClosed, Files.exists(path) { file = try disk.open(path, flags) }
    guard let file else { return }
    for _ in 0..<Self.maximumReadAttempts {
      let bytes = try file.read(from: end)
      if !bytes.isEmpty { try readGroups(bytes, into: &index) }
      guard textsAreOutdated else { return }
      try readTexts(into: &index)
      textsAreOutdated = false
    }
    textsAreOutdated = true
    throw StoreError(
      .unavailable, "\(path): names change faster than they can be read",
      hint: "Try again when the server is less busy.")
  }

  private mutating func readGroups(_ bytes: [UInt8], into index: inout EventIndex) throws(StoreError) {
    var reader = JournalReader(
      path: path, bytes: bytes, start: end, line: lines + 1, group: groups, checksum: checksum)
    defer {
      end = reader.offset
      lines = reader.line - 1
      groups = reader.group
      checksum = reader.checksum
    }
    let readerEnd = try reader.readGroups { (lines, sum) throws(StoreError) in
      for line in lines { apply(line, to: &index) }
      if let expectedMark, expectedMark == HighWaterMark(position: index.head, checksum: sum) { checksumAtMark = sum }
    }
    if case .torn(let count) = readerEnd { tornBytes = count } else { tornBytes = 0 }
  }

  private mutating func readTexts(into index: inout EventIndex) throws(StoreError) {
    var found: [TextFile: [StoredText]] = [:]
    for file in try texts.files() { found[file] = try texts.load(file) }
    let valid = validTexts(found.values.flatMap { $0 })
    index.replaceTexts(valid.map(\.text))
    // A text can be in another file than it belongs to: while a group moves it, or from an older version.
    var kept = Dictionary(grouping: valid) { TextFile(of: $0.text) }
    for file in kept.keys { kept[file]?.sort(by: StoredText.isBefore) }
    filesToClean = [:]
    for file in Set(found.keys).union(kept.keys) where found[file, default: []] != kept[file, default: []] {
      filesToClean[file] = kept[file, default: []]
    }
  }

  /// Returns the valid value of each text that exists: the newest value whose group is complete. If all values of a
  /// text belong to later groups, the last one is valid, because the file was copied in use, after the journal.
  private func validTexts(_ lines: [StoredText]) -> [StoredText] {
    let named = Dictionary(grouping: lines.filter { namedTexts[$0.text.id] == $0.text.owner }, by: \.text.id)
    return named.values.compactMap { values in
      let values = values.sorted(by: StoredText.isBefore)
      return values.last(where: isCommitted) ?? values.last.map { StoredText($0.text) }
    }
  }

  private func isCommitted(_ line: StoredText) -> Bool { line.group.map { $0 <= groups } ?? true }

  private mutating func apply(_ line: JournalLine, to index: inout EventIndex) {
    switch line {
    case .event(let event): index.add(event)
    case .receipt(let receipt): index.add(receipt)
    case .textPut(let id, let owner):
      namedTexts[id] = owner
      textsAreOutdated = true
    case .textDeleted(let id, let owner):
      if namedTexts[id] == owner { namedTexts[id] = nil }
      textsAreOutdated = true
    }
  }

  /// Removes an incomplete last group and obsolete texts, which a dead process has left. Returns notices for the log.
  mutating func repair() throws(StoreError) -> [String] {
    var notices: [String] = []
    if tornBytes > 0 {
      try file?.truncate(to: end)
      notices.append(
        "\(path): removed the last \(tornBytes) bytes, from byte \(end): an incomplete group, which was never acknowledged"
      )
      tornBytes = 0
    }
    // The previous process may have died before the last groups reached the disk.
    try file?.synchronize()
    try texts.removeLeftovers()
    // Subjects' files are first: an older version may have kept their texts in the owner's file, which loses them here.
    for (file, kept) in filesToClean.sorted(by: { $0.key.subject != nil && $1.key.subject == nil }) {
      try texts.save(kept, to: file)
      notices.append("\(path): removed texts of owner \(file.owner) left by a crashed process")
    }
    filesToClean = [:]
    return notices
  }

  // MARK: Writing

  func nextGroup() -> JournalGroup { JournalGroup(number: groups + 1, previous: checksum) }

  /// Appends a group and waits until it is durable.
  /// - Throws: `unavailable` if nothing was changed; `outcomeUnknown` if the group may or may not be on the disk.
  mutating func append(_ group: JournalGroup) throws(StoreError) {
    try refuseWhenBroken()
    guard let file else { throw StoreError.closed(path) }
    let (bytes, sum) = group.framed()
    do {
      try file.write(bytes, at: end)
    } catch {
      try breakingOnFailure { [end] () throws(StoreError) in try file.truncate(to: end) }
      throw error
    }
    try breakingOnFailure { () throws(StoreError) in try file.synchronize() }
    end += bytes.count
    lines += 1 + group.lineCount
    groups = group.number
    checksum = sum
  }

  /// Marks the journal as broken if `step` fails, as it may have failed halfway; reopening shows what was written.
  private mutating func breakingOnFailure(_ step: () throws(StoreError) -> Void) throws(StoreError) {
    do {
      try step()
    } catch {
      isBroken = true
      throw error.with(.outcomeUnknown)
    }
  }

  private func refuseWhenBroken() throws(StoreError) {
    if isBroken { throw StoreError(.outcomeUnknown, "\(path): a write failed; the store must be reopened") }
  }

  /// Writes a group's new texts to their files, beside the current values. They become valid with the group.
  func stage(_ changes: [TextFile: TextFileChange], of group: Int) throws(StoreError) {
    try refuseWhenBroken()
    for (file, change) in changes where !change.puts.isEmpty {
      try texts.save(change.stagedLines(ofGroup: group), to: file)
    }
  }

  /// Removes the texts of a group that was not recorded from their files.
  mutating func unstage(_ changes: [TextFile: TextFileChange]) throws(StoreError) {
    let texts = texts
    try breakingOnFailure { () throws(StoreError) in
      for (file, change) in changes where !change.puts.isEmpty {
        try texts.save(change.before.map { StoredText($0) }, to: file)
      }
    }
  }

  /// Removes the values that a recorded group has made obsolete from their files.
  mutating func settle(_ changes: [TextFile: TextFileChange], of group: Int) throws(StoreError) {
    let texts = texts
    try breakingOnFailure { () throws(StoreError) in
      for (file, change) in changes where !change.outdated.isEmpty {
        try texts.save(change.settledLines(ofGroup: group), to: file)
      }
    }
  }

  /// Opens the files again after a step that failed, and reads them into `index`. Removes a group that was not
  /// acknowledged, because after a failed sync it might exist only in the page cache.
  func reopened(_ index: inout EventIndex) throws(StoreError) -> Journal {
    guard !isClosed else { throw StoreError.closed(path) }
    let file = try disk.open(path, flags)
    try file.truncate(to: end)
    try file.synchronize()
    return try Journal(Files.parent(of: path), flags: flags, on: disk, &index)
  }

  /// Returns the journal's high-water mark; nil if the journal must be reopened first.
  func highWaterMark(of index: EventIndex) -> HighWaterMark? {
    isBroken ? nil : HighWaterMark(position: index.head, checksum: checksum)
  }

  mutating func close() {
    file = nil
    isClosed = true
  }

  // MARK: Audit

  func damage() throws(StoreError) -> [String] {
    guard let file else { return [] }
    do {
      let bytes = try file.read(from: 0)
      // Bytes after the last group that was read are ignored, because another process may be writing a group there.
      var reader = JournalReader(path: path, bytes: Array(bytes.prefix(end)))
      let readerEnd = try reader.readGroups { _, _ in }
      return readerEnd == .whole && reader.offset == end ? [] : ["\(path): byte \(reader.offset): incomplete group"]
    } catch  where error.code == .damaged {
      return [error.message]
    }
  }

  /// Returns a finding if the journal lacks events that were recorded before it was opened; nil otherwise.
  func highWaterMarkProblem(head: Position) -> String? {
    expectedMark?.problem(head: head, found: checksumAtMark).map { "\(path): \($0)" }
  }

  func damageOfTexts() throws(StoreError) -> [String] {
    var findings: [String] = []
    for file in try texts.files() {
      do {
        _ = try texts.load(file)
      } catch  where error.code == .damaged {
        findings.append(error.message)
      }
    }
    return findings
  }
}
