import Console
import ProtocolSchema

struct MethodRenderer {
  let method: MethodDescription
  let output: Terminal

  static func list(_ methods: [MethodDescription], on output: Terminal) -> [String] {
    tableLines(methods.map { ($0.name, $0.summary) }, columns: columns(of: output))
  }

  /// The width to draw in, without the indent. Without a terminal each row has one line.
  private static func columns(of output: Terminal) -> Int { output.isTerminal ? output.columns - 2 : .max }

  private var columns: Int { Self.columns(of: output) }

  var lines: [String] {
    var lines = [output.styled(method.name, .strong) + "  \(method.kind.rawValue), \(method.access.rawValue)"]
    lines += wrapped(method.summary, columns: columns).map { "  \($0)" }
    lines += part("parameters", method.parameters.flatMap { line($0, of: .client) })
    for names in method.alternatives {
      let needed = "At least one of \(names.joined(separator: ", ")) is required."
      lines += wrapped(needed, columns: columns - 2).map { "    \($0)" }
    }
    lines += part("result", method.result.fields.flatMap { line($0, of: .server) })
    lines += part("notifications", method.notifications.map { ($0.name, $0.summary) })
    lines += part("refusals", method.refusals.map { ("\($0.code) \($0.reason)", $0.summary) })
    return lines
  }

  private func part(_ title: String, _ rows: [(name: String, text: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let lines = tableLines(rows.map { ($0.name, $0.text) }, columns: columns)
    return ["", "  " + output.styled(title, .accent)] + lines.map { "  \($0)" }
  }

  private func line(_ field: WireField, of author: Author, inside path: String = "") -> [(name: String, text: String)] {
    let name = path + field.name.description
    let presence = author == .client && !field.isRequired ? ", optional" : ""
    let null = field.isNullable && (author == .server || field.isRequired) ? " or null" : ""
    let expectation = field.type.expectation + null + presence
    let line = (name: name, text: "\(expectation): \(field.summary)")
    return [line] + parts(of: field.type).flatMap { self.line($0, of: author, inside: name + ".") }
  }

  private func parts(of type: ValueType) -> [WireField] {
    switch type {
    case .object(let type): type.fields
    case .list(let element, _, _): parts(of: element)
    default: []
    }
  }
}
