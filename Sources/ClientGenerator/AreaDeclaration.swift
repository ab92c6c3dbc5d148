/// An area of the protocol with its methods. The client offers it as `client.rounds`, or as
/// `client.administration.rounds` if its methods are for administrators.
struct AreaDeclaration {
  let name: String
  var calls: [MethodCall]

  private var typeName: String { Names.type(ofArea: name) }

  func write(to text: inout SwiftText) {
    let (own, administrative) = (calls.filter { !$0.isAdministrative }, calls.filter(\.isAdministrative))
    if !own.isEmpty {
      text.block("extension ClientMethods") { writeProperty("The", to: &$0) }
      text.line()
      write(own, "The", to: &text)
      text.line()
    }
    if !administrative.isEmpty {
      text.block("extension Administration") { text in
        writeProperty("The administrator's", to: &text)
        text.line()
        write(administrative, "The administrator's", to: &text)
      }
      text.line()
    }
    text.doc("The requests of the `\(name).…` methods. An outbox keeps only commands without secrets.")
    text.block("public enum \(Names.requests(ofArea: name))") { text in
      text.items(calls) { $1.writeRequest(to: &$0) }
    }
  }

  private func writeProperty(_ article: String, to text: inout SwiftText) {
    text.doc("\(article) `\(name).…` methods.")
    text.line("public var \(Names.lowerCamel(name)): \(typeName) { \(typeName)(scope: scope) }")
  }

  private func write(_ calls: [MethodCall], _ article: String, to text: inout SwiftText) {
    text.doc("\(article) `\(name).…` methods.")
    text.block("public struct \(typeName): Sendable") { text in
      text.line("let scope: ClientScope")
      text.line()
      text.items(calls) { $1.write(to: &$0) }
      for list in calls.compactMap(PagedList.init) {
        text.line()
        list.write(to: &text)
      }
    }
  }
}

/// A function that returns all elements of a paged list as an asynchronous sequence.
struct PagedList {
  private let call: MethodCall
  private let items: Property
  private let cursor: Argument

  /// Creates the function for a method; nil if the method's result has no pages.
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

  func write(to text: inout SwiftText) {
    text.doc("All items of `\(call.name)`, fetched page by page.")
    let element = String(items.type.dropFirst().dropLast())
    let others = call.arguments.filter { $0.key != cursor.key }.map(\.parameter)
    text.function("public func \(name)(", others, ") -> AllItems<\(element), \(cursor.type)>") { text in
      text.block("AllItems", opening: "{ cursor in") { text in
        text.list("let page = try await \(call.name)(", call.arguments.map(\.passed), ")")
        text.line("return (page.\(items.name), page.nextCursor)")
      }
    }
  }
}
