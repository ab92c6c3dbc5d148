import EventStore
import MovieNightPrimitives

/// All events, receipts and personal texts of a store in memory, with indexes by stream and owner.
struct EventIndex: CommitState, Sendable {
  private struct StreamEntry: Sendable {
    var owner: OwnerID
    var positions: [Position] = []
  }

  private(set) var events: [RecordedEvent] = []
  private var streams: [StreamID: StreamEntry] = [:]
  private var streamOrder: [StreamID] = []
  private var owners: [OwnerID: [Position]] = [:]
  private var receipts = Receipts()
  private(set) var texts: [TextID: PersonalText] = [:]
  /// The ids of the texts in each file of a journal.
  private var filesOfTexts: [TextFile: Set<TextID>] = [:]
  /// The latest time of an event or receipt, from which the expiry of receipts is computed.
  private(set) var latest = Timestamp(microseconds: 0)

  var head: Position { events.count }

  // MARK: Changes

  mutating func add(_ event: RecordedEvent) {
    events.append(event)
    if streams[event.stream] == nil { streamOrder.append(event.stream) }
    streams[event.stream, default: StreamEntry(owner: event.owner)].positions.append(event.position)
    owners[event.owner, default: []].append(event.position)
    receipts.note(event)
    latest = max(latest, event.recordedAt)
  }

  mutating func add(_ receipt: Receipt) {
    receipts.insert(receipt)
    latest = max(latest, receipt.recordedAt)
  }

  mutating func apply(_ change: PersonalTextChange) {
    switch change {
    case .put(let text): setText(text.id, to: text)
    case .delete(let id, let owner): if texts[id]?.owner == owner { setText(id, to: nil) }
    }
  }

  private mutating func setText(_ id: TextID, to text: PersonalText?) {
    if let old = texts[id] {
      let file = TextFile(of: old)
      filesOfTexts[file]?.remove(id)
      if filesOfTexts[file]?.isEmpty == true { filesOfTexts[file] = nil }
    }
    texts[id] = text
    if let text { filesOfTexts[TextFile(of: text), default: []].insert(id) }
  }

  mutating func replaceTexts(_ texts: [PersonalText]) {
    self.texts = [:]
    filesOfTexts = [:]
    for text in texts { setText(text.id, to: text) }
  }

  func checkImport(_ events: [RecordedEvent]) throws(StoreError) {
    try EventSequence.checkImport(events, after: head, at: latest) { head(of: $0) }
  }

  mutating func add(_ events: [RecordedEvent], _ texts: [PersonalText]) {
    for event in events { add(event) }
    for text in texts { apply(.put(text)) }
  }

  mutating func apply(_ plan: GroupPlan) {
    for event in plan.events { add(event) }
    for receipt in plan.eventlessReceipts { add(receipt) }
    for change in plan.texts { apply(change) }
    receipts.removeAll(before: Receipt.expiry(at: latest))
  }

  // MARK: Reads

  func head(of stream: StreamID) -> StreamHead? {
    streams[stream].map { StreamHead(owner: $0.owner, revision: $0.positions.count - 1) }
  }

  func receipt(for key: ReceiptKey) -> Receipt? {
    receipts[key].flatMap { $0.isExpired(at: latest) ? nil : $0 }
  }

  func read(_ stream: StreamID, from revision: Revision, limit: Int) -> [RecordedEvent] {
    guard let positions = streams[stream]?.positions else { return [] }
    return positions.dropFirst(max(0, revision)).prefix(max(0, limit)).map { events[$0 - 1] }
  }

  func readAll(after position: Position, limit: Int, owner: OwnerID?) -> [RecordedEvent] {
    guard let owner else { return Array(events.dropFirst(max(0, position)).prefix(max(0, limit))) }
    let positions = owners[owner] ?? []
    return positions[positions.firstIndex(after: position)...].prefix(max(0, limit)).map { events[$0 - 1] }
  }

  /// Returns the streams in the order of their first events, starting with index `number`.
  func streams(from number: Int, limit: Int) -> [(StreamID, StreamHead)] {
    streamOrder.dropFirst(number).prefix(limit).compactMap { stream in head(of: stream).map { (stream, $0) } }
  }

  func texts(_ ids: [TextID]) -> [PersonalText] { ids.compactMap { texts[$0] } }

  /// Returns how a group with these changes, in order, changes the files of a journal.
  func fileChanges(_ changes: [PersonalTextChange]) -> [TextFile: TextFileChange] {
    var last: [TextID: PersonalText?] = [:]
    for change in changes {
      switch change {
      case .put(let text): last.updateValue(text, forKey: text.id)
      case .delete(let id, let owner):
        if (last[id] ?? texts[id])?.owner == owner { last.updateValue(nil, forKey: id) }
      }
    }
    var files: [TextFile: TextFileChange] = [:]
    func change(_ file: TextFile, _ update: (inout TextFileChange) -> Void) {
      update(&files[file, default: TextFileChange(before: texts(Array(filesOfTexts[file] ?? [])))])
    }
    for (id, text) in last {
      if let old = texts[id] { change(TextFile(of: old)) { $0.outdated.insert(id) } }
      if let text { change(TextFile(of: text)) { $0.puts.append(text) } }
    }
    return files
  }

  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) -> [PersonalText] {
    let wanted = texts.values.filter { text in
      (owner == nil || text.owner == owner) && (id.map { text.id > $0 } ?? true)
    }
    return Array(wanted.sorted { $0.id < $1.id }.prefix(max(0, limit)))
  }
}

extension [Position] {
  /// Returns the index of the first element that is greater than `position`. The elements must be in ascending order.
  func firstIndex(after position: Position) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
