import WireProtocol

/// `docs/protocol.md`: prose and examples are people's; what declarations say stands between two marks, and is made of
/// them.
///
///     <!-- declared: rounds.vote -->
///     ...
///     <!-- end -->
public struct ProtocolDocument {
  private let blocks: [String: [String]]

  public init(_ description: ProtocolDescription) {
    let common = CommonReasons(description.methods)
    var blocks = Dictionary(
      uniqueKeysWithValues: description.methods.map { ($0.name, MethodBlock($0, common: common).lines) })
    blocks["errors"] = Self.errors(description)
    blocks["types"] = Self.types(description)
    for notification in description.notifications {
      blocks[notification.name] =
        wrapped(notification.summary) + [""] + head("key")
        + notification.parameters.fields.flatMap { row($0, of: .server) }
    }
    self.blocks = blocks
  }

  public enum Fault: Error, CustomStringConvertible {
    case unknownBlock(String)
    case missingBlocks([String])
    case openBlock(String)

    public var description: String {
      switch self {
      case .unknownBlock(let name): "nothing declares '\(name)'"
      case .missingBlocks(let names): "there are no marks for \(names.joined(separator: ", "))"
      case .openBlock(let name): "the block '\(name)' has no end"
      }
    }
  }

  /// The document with what is between its marks made anew.
  ///
  /// - Throws: a `Fault` where a block is nobody's or has no end, or one is missing.
  public func updated(_ text: String) throws(Fault) -> String {
    var lines: [String] = []
    var open: String?
    var missing = Set(blocks.keys)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let name = open {
        guard line == "<!-- end -->" else {
          if line.hasPrefix("<!-- declared: ") || line.hasPrefix("## ") { throw .openBlock(name) }
          continue
        }
        open = nil
      } else if line.hasPrefix("<!-- declared: "), line.hasSuffix(" -->") {
        let name = String(line.dropFirst("<!-- declared: ".count).dropLast(" -->".count))
        guard let block = blocks[name] else { throw .unknownBlock(name) }
        missing.remove(name)
        open = name
        lines += [line] + block
        continue
      }
      lines.append(line)
    }
    if let open { throw .openBlock(open) }
    guard missing.isEmpty else { throw .missingBlocks(missing.sorted()) }
    return lines.joined(separator: "\n")
  }

  private static func errors(_ description: ProtocolDescription) -> [String] {
    ["| code | reason | when | in `data` |", "| --- | --- | --- | --- |"]
      + description.reasons.map { reason in
        let data = reason.data.map { "`\($0.name)`" + ($0.isRequired ? "" : ", where it is known") }
        return
          "| \(reason.code) | `\(reason.name)` | \(reason.summary) |\(data.map { " \($0)" }.joined(separator: ";")) |"
      }
  }

  private static func types(_ description: ProtocolDescription) -> [String] {
    description.objects.map { section($0.type, $0.name, of: $0.author) }.reduce([]) { lines, section in
      lines.isEmpty ? section : lines + [""] + section
    }
  }
}
