import MovieNightPrimitives

/// A personal text as it stands in the file of its owner: one line.
///
///     {"id":"…","subject":"…","value":{…},"group":7,"crc32":2596069104}
///
/// `crc32` is of the line up to the comma before it. Lines that an older version wrote have none.
struct StoredText: Equatable {
  var text: PersonalText
  /// Written before this group of the journal: the value counts once the group stands there. Nil where it counts anyway.
  var group: Int?

  /// The line, with its end.
  var line: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.field("id", text.id)
      json.field("subject", text.subject)
      json.field("value", raw: text.value)
      if let group { json.field("group", group) }
    }
    let summed = json.bytes.dropLast()
    return summed + Self.ending(CRC32.of(Array(summed))) + [UInt8(ascii: "\n")]
  }

  init(_ text: PersonalText, group: Int? = nil) {
    self.text = text
    self.group = group
  }

  /// - Parameter line: without its end.
  init(line: ArraySlice<UInt8>, owner: OwnerID) throws(JSONError) {
    let json = try JSONDocument(stored: Array(line)).root
    guard let value = json["value"] else { throw JSONError(.missing, field: "value") }
    if json["crc32"] != nil {
      let summed = line[..<(line.lastIndex(of: UInt8(ascii: ",")) ?? line.startIndex)]
      guard line[summed.endIndex...].elementsEqual(Self.ending(CRC32.of(Array(summed)))) else {
        throw JSONError(.wrongType(expected: "the sum of the line"), field: "crc32")
      }
    }
    text = PersonalText(
      id: try json.identifier("id"), owner: owner, subject: try json.optionalIdentifier("subject"), value: value.json)
    group = try json.optionalInteger("group")
  }

  private static func ending(_ sum: UInt32) -> [UInt8] { Array(",\"crc32\":\(sum)}".utf8) }
}

extension JSONValue {
  /// The bytes of the value as JSON: of a string with its quotes.
  fileprivate var json: [UInt8] {
    kind == .string ? [UInt8(ascii: "\"")] + rawBytes + [UInt8(ascii: "\"")] : Array(rawBytes)
  }
}
