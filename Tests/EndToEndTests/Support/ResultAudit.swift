import MovieNightPrimitives
import Testing
import ProtocolSchema

/// Checks results against the declarations of their methods, and records the objects seen, so that a test does not pass with
/// only nulls and empty lists.
struct ResultAudit {
  private var wanted: Set<String> = []
  private var seen: Set<String> = []

  /// The objects that no result contained.
  var unseen: [String] { wanted.subtracting(seen).sorted() }

  mutating func check(_ result: JSONValue, of method: MethodDescription) {
    let type = ValueType.object(method.result)
    if let validationError = type.validationError(in: result, by: .server) {
      Issue.record("\(method.name)\(validationError.path) \(validationError.message)")
    }
    want(type, at: method.name)
    see(result, type, at: method.name)
  }

  private mutating func want(_ type: ValueType, at path: String) {
    switch type {
    case .list(let element, _, _): want(element, at: path)
    case .object(let type):
      wanted.insert(path)
      for field in type.fields { want(field.type, at: "\(path).\(field.name)") }
    default: break
    }
  }

  private mutating func see(_ json: JSONValue, _ type: ValueType, at path: String) {
    switch type {
    case _ where json.isNull: break
    case .list(let element, _, _):
      for value in json.elements { see(value, element, at: path) }
    case .object(let type):
      seen.insert(path)
      for field in type.fields {
        if let value = json[field.name] { see(value, field.type, at: "\(path).\(field.name)") }
      }
    default: break
    }
  }
}
