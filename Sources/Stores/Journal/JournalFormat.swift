import EventStore
import MovieNightPrimitives

/// A group as stored in the journal: a header line, then a JSON line for each event, receipt and change of a text.
///
///     {"group":7,"lines":2,"bytes":642,"previous":305419896,"crc32":2596069104}
///     {"position":12,"stream":"…","owner":"…","revision":0,"type":"…","version":1,"recorded_at":"…","metadata":{…},"data":{…}}
///     {"text_put":"…","owner":"…"}
///
/// `crc32` covers the header up to the comma before `crc32`, and the lines of the group. `previous` is the `crc32` of
/// the previous group. So any changed byte and any missing group is detected.
struct JournalGroup {
  var number: Int
  var previous: UInt32
  private(set) var lines: [UInt8] = []
  private(set) var lineCount = 0

  init(number: Int, previous: UInt32) {
    self.number = number
    self.previous = previous
  }

  var isEmpty: Bool { lineCount == 0 }

  // MARK: Lines

  mutating func add(_ event: RecordedEvent) {
    add { json in
      json.field("position", event.position)
      json.field("stream", event.stream.description)
      json.field("owner", event.owner)
      json.field("revision", event.revision)
      json.field("type", event.type)
      json.field("version", event.version)
      json.field("recorded_at", event.recordedAt, .microseconds)
      json.field("metadata", raw: event.metadata.json)
      json.field("data", raw: event.data)
    }
  }

  mutating func add(_ receipt: Receipt) {
    add { json in
      json.field("receipt", receipt.key.command)
      json.field("actor", receipt.key.actor)
      json.field("fingerprint", String(receipt.fingerprint, radix: 16))
      json.field("position", receipt.position)
      json.field("recorded_at", receipt.recordedAt, .microseconds)
    }
  }

  /// Adds that a text was put or deleted. The journal lacks the text itself, because it could not be erased there.
  mutating func add(_ change: PersonalTextChange) {
    add { json in
      switch change {
      case .put(let text):
        json.field("text_put", text.id)
        json.field("owner", text.owner)
      case .delete(let id, let owner):
        json.field("text_deleted", id)
        json.field("owner", owner)
      }
    }
  }

  private mutating func add(_ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter(reserving: 512)
    json.object(members)
    lines.append(contentsOf: json.bytes)
    lines.append(UInt8(ascii: "\n"))
    lineCount += 1
  }

  // MARK: Header and checksum

  func framed() -> (bytes: [UInt8], checksum: UInt32) {
    var bytes = Array(
      #"{"group":\#(number),"lines":\#(lineCount),"bytes":\#(lines.count),"previous":\#(previous)"#.utf8)
    var sum = CRC32()
    sum.update(bytes)
    sum.update(lines)
    bytes += Array(",\"crc32\":\(sum.value)}\n".utf8)
    bytes += lines
    return (bytes, sum.value)
  }
}

enum JournalLine {
  case event(RecordedEvent)
  case receipt(Receipt)
  case textPut(TextID, owner: OwnerID)
  case textDeleted(TextID, owner: OwnerID)

  init(_ bytes: ArraySlice<UInt8>, _ strings: inout StringTable) throws(JSONError) {
    let json = try JSONDocument(stored: Array(bytes)).root
    if json["receipt"] != nil {
      self = .receipt(try Self.receipt(json))
    } else if json["text_put"] != nil {
      self = .textPut(try json.identifier("text_put"), owner: try json.identifier("owner"))
    } else if json["text_deleted"] != nil {
      self = .textDeleted(try json.identifier("text_deleted"), owner: try json.identifier("owner"))
    } else {
      self = .event(try Self.event(json, &strings))
    }
  }

  private static func event(_ json: JSONValue, _ strings: inout StringTable) throws(JSONError) -> RecordedEvent {
    let stream = try json.string("stream")
    guard let stream = Array(stream.utf8).withUnsafeBytes({ StreamID(utf8: $0) { strings.string($0) } }) else {
      throw JSONError(.wrongType(expected: "a stream"), field: "stream")
    }
    let type = Array(try json.string("type").utf8).withUnsafeBytes { strings.string($0) }
    return RecordedEvent(
      position: try json.integer("position"), stream: stream, owner: try json.identifier("owner"),
      revision: try json.integer("revision"), type: type, version: try json.integer("version"),
      data: Array(try json.object("data").rawBytes), metadata: try EventMetadata(json: json.object("metadata")),
      recordedAt: try json.timestamp("recorded_at"))
  }

  private static func receipt(_ json: JSONValue) throws(JSONError) -> Receipt {
    guard let fingerprint = UInt64(try json.string("fingerprint"), radix: 16) else {
      throw JSONError(.wrongType(expected: "a hexadecimal number"), field: "fingerprint")
    }
    return Receipt(
      key: ReceiptKey(actor: try json.optional("actor"), command: try json.identifier("receipt")),
      fingerprint: fingerprint, position: try json.integer("position"), eventCount: 0,
      recordedAt: try json.timestamp("recorded_at"))
  }
}
