import MovieNightPrimitives
import Testing
import ProtocolSchema

/// Checks results against the declarations of their methods. Also records which declared objects have occurred, so that
/// a test can fail if the results have only nulls and empty lists in their place.
struct ResultAudit {
  private var wanted: Set<String> = []
  private var seen: Set<String> = []

  /// The paths of the declared objects that no result contained.
  var unseen: [String] { wanted.subtracting(seen).sorted() }

  mutating func check(_ result: JSONValue, of method: MethodDescription) {
    let type = ValueType.object(method.result)
    if let validationError = type.validationError(in: result, by: .server) {
      Issue.record("\(method.name)\(validationError.path) \(validationError.message)")
    }
    addWanted(type, at: method.name)
    addSeen(result, type, at: method.name)
  }

  private mutating func addWanted(_ type: ValueType, at path: String) {
    switch type {
    case .list(let element, _, _): addWanted(element, at: path)
    case .object(let type):
      wanted.insert(path)
      for field in type.fields { addWanted(field.type, at: "\(path).\(field.name)") }
    default: break
    }
  }

  private mutating func addSeen(_ json: JSONValue, _ type: ValueType, at path: String) {
    switch type {
    case _ where json.isNull: break
    case .list(let element, _, _):
      for value in json.elements { addSeen(value, element, at: path) }
    case .object(let type):
      seen.insert(path)
      for field in type.fields {
        if let value = json[field.name] { addSeen(value, field.type, at: "\(path).\(field.name)") }
      }
    default: break
    }
  }
}
