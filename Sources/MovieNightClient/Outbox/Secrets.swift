import Primitives

/// What must not be written into a file: tokens and invites.
enum Secrets {
  /// How they begin (`docs/protocol.md`).
  private static let beginnings = ["\"mn_", "\"mi_"].map { Array($0.utf8) }

  static func appear(in json: [UInt8]) -> Bool {
    json.indices.contains { index in
      json[index] == UInt8(ascii: "\"") && beginnings.contains { json[index...].starts(with: $0) }
    }
  }

  /// The same JSON with null in their place, as the server itself gives them when a command is repeated.
  static func removed(from json: [UInt8]) -> [UInt8] {
    guard appear(in: json) else { return json }
    var kept: [UInt8] = []
    var rest = json[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      let end = stringEnd(rest, quote)
      let isSecret = beginnings.contains { rest[quote...].starts(with: $0) }
      kept += rest[..<quote]
      kept += isSecret ? Array("null".utf8)[...] : rest[quote..<end]
      rest = rest[end...]
    }
    return kept + rest
  }

  /// Behind the string that begins at `quote`.
  private static func stringEnd(_ json: ArraySlice<UInt8>, _ quote: Int) -> Int {
    var index = quote + 1
    while index < json.endIndex, json[index] != UInt8(ascii: "\"") {
      index += json[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, json.endIndex)
  }
}

extension Request {
  /// Whether it must not be kept: its parameters or its answer have to do with secrets.
  var holdsSecrets: Bool { Self.withSecrets.contains(method) || Secrets.appear(in: parameters) }

  /// The id that a prepared command has.
  var commandID: String? { (try? JSONDocument(parameters).root)?["command_id"]?.string }
}
