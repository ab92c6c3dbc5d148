import MovieNightPrimitives

extension ProtocolDescription {
  /// Returns the OpenRPC document with one line for each method, notification, event, schema and error, so that a diff
  /// shows each changed one as a changed line. `examples` are keyed by the method's name.
  public func openRPCLines(examples: [String: MethodExample] = [:]) throws(JSONError) -> [UInt8] {
    var lines: [UInt8] = []
    func write(_ value: JSONValue, margin: String, depth: Int) {
      guard depth > 0, value.kind == .object || value.kind == .array else {
        lines += value.encoded
        return
      }
      let isObject = value.kind == .object
      let parts = isObject ? value.members.map { ($0.name, $0.value) } : value.elements.map { (nil, $0) }
      lines.append(UInt8(ascii: isObject ? "{" : "["))
      for (index, (name, part)) in parts.enumerated() {
        lines += "\(index == 0 ? "" : ",")\n\(margin)".utf8
        if let name { lines += "\"\(name)\": ".utf8 }
        // The schemas and errors in `components` are one level deeper than methods.
        write(part, margin: margin + "  ", depth: name == "components" ? depth : depth - 1)
      }
      lines += "\n\(margin.dropLast(2))\(isObject ? "}" : "]")".utf8
    }
    write(try JSONDocument(openRPC(examples: examples)).root, margin: "  ", depth: 2)
    return lines + [UInt8(ascii: "\n")]
  }
}
