import ProtocolSchema

/// The pages of `docs/protocol`. Prose and examples are written by hand; the text between two marks is generated.
///
///     <!-- declared: rounds.vote -->
///     ...
///     <!-- end -->
public struct ProtocolDocument {
  private let blocks: [String: [String]]

  public init(_ description: ProtocolDescription) {
    let common = CommonRefusals(description.methods)
    let tables = Tables(sharedTypes: description.sharedTypes)
    var blocks = Dictionary(
      uniqueKeysWithValues: description.methods.map { method in
        (method.name, MethodBlock(method: method, common: common, tables: tables).lines)
      })
    blocks["errors"] = Self.errors(description)
    blocks["access"] = Self.access(description)
    let types = description.objects.filter { tables.isShared($0.type) }
    blocks["types"] = Array(types.map { tables.section($0.type, $0.name, of: $0.author) }.joined(separator: [""]))
    for notification in description.notifications {
      blocks[notification.name] =
        wrapped(notification.summary) + [""] + tables.table("key", notification.parameters.fields, of: .server)
    }
    self.blocks = blocks
  }

  public struct DocumentError: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the pages with newly generated text between their marks. Throws an error if a block has no declaration or
  /// no end, or if a declaration has no block or more than one.
  public func updated(_ pages: [String]) throws(DocumentError) -> [String] {
    var missing = Set(blocks.keys)
    var updated: [String] = []
    for page in pages { updated.append(try self.updated(page, &missing)) }
    guard missing.isEmpty else {
      throw DocumentError(description: "no `<!-- declared: … -->` for \(missing.sorted().joined(separator: ", "))")
    }
    return updated
  }

  private func updated(_ text: String, _ missing: inout Set<String>) throws(DocumentError) -> String {
    var lines: [String] = []
    var open: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let name = open {
        guard line == "<!-- end -->" else {
          if line.hasPrefix("<!-- declared: ") { throw Self.open(name) }
          continue
        }
        open = nil
      } else if line.hasPrefix("<!-- declared: "), line.hasSuffix(" -->") {
        let name = String(line.dropFirst("<!-- declared: ".count).dropLast(" -->".count))
        guard let block = blocks[name] else { throw DocumentError(description: "nothing declares '\(name)'") }
        guard missing.remove(name) != nil else {
          throw DocumentError(description: "two blocks have the name '\(name)'")
        }
        open = name
        lines += [line] + block
        continue
      }
      lines.append(line)
    }
    if let open { throw Self.open(open) }
    return lines.joined(separator: "\n")
  }

  private static func open(_ name: String) -> DocumentError {
    DocumentError(description: "the block '\(name)' has no `<!-- end -->`")
  }

  private static func access(_ description: ProtocolDescription) -> [String] {
    func names(_ access: MethodDescription.Access) -> String {
      description.methods.filter { $0.access == access }.map { "`\($0.name)`" }.joined(separator: ", ")
    }
    return [
      "| access | methods |", "| --- | --- |", "| everyone | \(names(.everyone)) |", "| authenticated | all others |",
      "| administrator | \(names(.administrator)) |",
    ]
  }

  private static func errors(_ description: ProtocolDescription) -> [String] {
    ["| code | reason | description | `data` |", "| --- | --- | --- | --- |"]
      + description.refusals.map { refusal in
        let data = refusal.data.map(\.field).map { "`\($0.name)`" + ($0.isRequired ? "" : ", if known") }
        return
          "| \(refusal.code) | `\(refusal.reason)` | \(refusal.summary) |\(data.map { " \($0)" }.joined(separator: ";")) |"
      }
  }
}

extension ProtocolDescription {
  /// The names of the object types that are used in more than one place.
  fileprivate var sharedTypes: Set<String> {
    var uses: [String: Int] = [:]
    func visit(_ type: ValueType) {
      if case .object(let object) = type, let name = object.name {
        uses[name, default: 0] += 1
        if uses[name, default: 0] > 1 { return }
      }
      type.parts.forEach(visit)
    }
    for method in methods {
      method.parameters.map(\.type).forEach(visit)
      (method.kind == .command ? method.ownResult.fields.map(\.type) : [.object(method.result)]).forEach(visit)
    }
    for object in notifications.map(\.parameters) + refusals.map(\.dataType) { visit(.object(object)) }
    return Set(uses.filter { $0.value > 1 }.keys)
  }
}
