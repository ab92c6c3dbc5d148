import Console
import ProtocolSchema

struct MethodRenderer {
  let method: MethodDescription
  let output: Terminal

  static func list(_ methods: [MethodDescription], on output: Terminal) -> [String] {
    let width = methods.map(\.name.count).max() ?? 0
    return methods.map { method in
      let padding = String(repeating: " ", count: width + 2 - method.name.count)
      return output.styled(method.name, .strong) + padding + method.summary
    }
  }

  var lines: [String] {
    var lines = [output.styled(method.name, .strong) + "  \(method.kind.rawValue), \(method.access.rawValue)"]
    lines += ["  \(method.summary)"]
    lines += part("parameters", method.parameters.flatMap { line($0, of: .client) })
    for names in method.alternatives {
      lines.append("    At least one of \(names.joined(separator: ", ")) is required.")
    }
    lines += part("result", method.result.fields.flatMap { line($0, of: .server) })
    lines += part("notifications", method.notifications.map { ($0.name, $0.summary) })
    lines += part("refusals", method.refusals.map { ("\($0.code) \($0.reason)", $0.summary) })
    return lines
  }

  private func part(_ title: String, _ rows: [(name: String, text: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = min(rows.map(\.name.count).max() ?? 0, 32)
    return ["", "  " + output.styled(title, .accent)]
      + rows.map { row in
        "    " + row.name + String(repeating: " ", count: max(1, width + 2 - row.name.count))
          + output.styled(row.text, .faint)
      }
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
