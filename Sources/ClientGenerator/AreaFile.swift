import WireProtocol

/// An area of the protocol: `client.rounds`, with a method for each of its own.
struct AreaFile {
  let name: String
  var calls: [MethodCall]

  private var typeName: String { Names.type(ofArea: name) }

  private var folder: String { Names.upperCamel(name) }

  var file: GeneratedFile {
    get throws(GeneratorError) {
      var lists: [PagedList] = []
      for call in calls { if let list = PagedList(call) { lists.append(list) } }
      return GeneratedFile("\(folder)/\(typeName).swift") { text in
        text.line("import Primitives")
        text.line()
        text.block("extension MovieNightClient") { text in
          text.doc("The methods \(names).")
          text.line("public var \(Names.lowerCamel(name)): \(typeName) { \(typeName)(route: Route(client: self)) }")
          text.line()
          text.doc("The methods \(names).")
          text.block("public struct \(typeName): MethodArea") { text in
            text.line("public var route: Route")
          }
        }
        text.line()
        text.block("extension MovieNightClient.\(typeName)") { text in
          text.items(calls) { $1.write(to: &$0) }
          for list in lists {
            text.line()
            list.write(to: &text)
          }
        }
      }
    }
  }

  /// The commands for an outbox, and what makes the requests of both; nothing where the area has none to keep.
  var outboxFiles: [GeneratedFile] {
    let kept = calls.filter(\.isKept)
    return kept.isEmpty ? [] : [commandsFile(kept), requestsFile(kept)]
  }

  private func commandsFile(_ kept: [MethodCall]) -> GeneratedFile {
    let type = Names.commands(ofArea: name)
    return GeneratedFile("\(folder)/\(type).swift") { text in
      text.line("import Primitives")
      text.line()
      text.block("extension Outbox") { text in
        text.doc("The commands \(names).")
        text.line("public var \(Names.lowerCamel(name)): \(type) { \(type)(outbox: self) }")
        text.line()
        text.doc("The commands \(names).")
        text.block("public struct \(type): OutboxArea") { text in text.line("public let outbox: Outbox") }
      }
      text.line()
      text.block("extension Outbox.\(type)") { text in
        text.items(kept) { $1.writeKept(to: &$0) }
      }
    }
  }

  private func requestsFile(_ kept: [MethodCall]) -> GeneratedFile {
    let type = Names.requests(ofArea: name)
    return GeneratedFile("\(folder)/\(type).swift") { text in
      text.line("import Primitives")
      text.line()
      text.doc("Makes the requests of the commands \(names).")
      text.block("enum \(type)") { text in
        text.items(kept) { $1.writeRequest(to: &$0) }
      }
    }
  }

  private var names: String { "`\(name).…`" }
}

/// A list that comes in pages, as a sequence of all that it has.
struct PagedList {
  private let call: MethodCall
  private let items: Property
  private let cursor: Argument

  /// Nil for a method that gives no pages.
  init?(_ call: MethodCall) {
    let fields = call.method.ownResult.fields
    guard call.method.kind == .query, fields.count == 2,
      fields.contains(where: { $0.name.description == "next_cursor" }),
      let cursor = call.arguments.first(where: { $0.key == "cursor" }),
      let list = fields.first(where: { if case .list = $0.type { true } else { false } }),
      let items = try? Property(list, of: call.method.name)
    else { return nil }
    self.call = call
    self.items = items
    self.cursor = cursor
  }

  private var name: String { call.name == "list" ? "all" : "\(call.name)All" }

  private var others: [Argument] { call.arguments.filter { $0.key != cursor.key } }

  func write(to text: inout SwiftText) {
    text.doc("All that `\(call.name)` gives, asked for page by page.")
    text.docBreak()
    if !others.isEmpty { text.docItem("Parameters:") }
    for argument in others {
      let documentation = argument.key == "limit" ? "How many come with one page." : argument.documentation
      text.docItem("\(argument.name): \(documentation)", steps: 1)
    }
    text.docItem("Returns: \(items.documentation)")
    let element = String(items.type.dropFirst().dropLast())
    text.list("public func \(name)(", others.map(\.parameter), ") -> AllItems<\(element), \(cursor.type)> {")
    text.indented { text in
      text.line("AllItems { (cursor) async throws(ClientError) in")
      text.indented { text in
        text.list("let page = try await \(call.name)(", passed, ")")
        text.line("return (page.\(items.name), page.nextCursor)")
      }
      text.line("}")
    }
    text.line("}")
  }

  private var passed: [String] {
    call.arguments.map { argument in argument.label.map { "\($0): \(argument.name)" } ?? argument.name }
  }
}
