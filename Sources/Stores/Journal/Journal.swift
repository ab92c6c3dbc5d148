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
  /// The owners whose files contain obsolete values, with the texts that are valid.
  private var ownersToClean: [OwnerID: [PersonalText]] = [:]
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
    ownersToClean = [:]
    var all: [PersonalText] = []
    for owner in try texts.owners() {
      let lines = try texts.load(owner)
      let valid = validTexts(lines)
      all += valid
      if lines.count > valid.count || lines.contains(where: { !isCommitted($0) }) { ownersToClean[owner] = valid }
    }
    index.replaceTexts(all)
  }

  /// Returns the valid value of each text that exists: the newest value whose group is complete. If all values of a
  /// text belong to later groups, the last one is valid, because the file was copied in use, after the journal.
  private func validTexts(_ lines: [StoredText]) -> [PersonalText] {
    let named = Dictionary(grouping: lines.filter { namedTexts[$0.text.id] == $0.text.owner }, by: \.text.id)
    return named.values.compactMap { values in (values.last(where: isCommitted) ?? values.last)?.text }
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
    for (owner, kept) in ownersToClean {
      try texts.save(kept.map { StoredText($0) }, of: owner)
      notices.append("\(path): removed texts of owner \(owner) left by a crashed process")
    }
    ownersToClean = [:]
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

  /// Writes a group's new texts to their owners' files, beside the current values. They become valid with the group.
  func stage(_ puts: [PersonalText], of group: Int, beside index: EventIndex) throws(StoreError) {
    try refuseWhenBroken()
    for (owner, puts) in Dictionary(grouping: puts, by: \.owner) {
      let last = Dictionary(puts.map { ($0.id, $0) }) { _, last in last }
      let lines = index.allTexts(after: nil, limit: .max, owner: owner).map { StoredText($0) }
      try texts.save(lines + last.values.map { StoredText($0, group: group) }, of: owner)
    }
  }

  /// Rewrites these owners' files so that they contain only the texts in `index`.
  mutating func settleTexts(of owners: Set<OwnerID>, as index: EventIndex) throws(StoreError) {
    let texts = texts
    try breakingOnFailure { () throws(StoreError) in
      for owner in owners {
        try texts.save(index.allTexts(after: nil, limit: .max, owner: owner).map { StoredText($0) }, of: owner)
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
    for owner in try texts.owners() {
      do {
        _ = try texts.load(owner)
      } catch  where error.code == .damaged {
        findings.append(error.message)
      }
    }
    return findings
  }
}
