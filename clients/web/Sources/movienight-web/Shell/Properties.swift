import Mustache
import Synchronization

/// The properties of a view model by name, for the template engine.
///
/// By itself, the engine reads all properties of a value each time that a template names one, which makes pages six times as costly.
final class Properties: MustacheParent {
  private var values: [String: Any] = [:]

  /// - Parameter model: A struct of texts, numbers and flags, of other such structs, and of lists and optionals of these.
  init(_ model: Any) {
    for (name, value) in Mirror(reflecting: model).children {
      if let name, let value = Self.represented(value) { values[name] = value }
    }
  }

  func child(named name: String) -> Any? { values[name] }

  private static func represented(_ value: Any) -> Any? {
    if value is String || value is Bool || value is Int { return value }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { represented($0.value) }
    case .collection: return mirror.children.compactMap { represented($0.value) }
    case .struct: return (value as? any ScreenTexts).map(properties) ?? Properties(value)
    default: return value
    }
  }

  // MARK: Texts

  /// Texts of which no property changes once they are made.
  private struct Constant: @unchecked Sendable {
    let properties: Properties
  }

  private static let constants = Mutex<[ObjectIdentifier: Constant]>([:])

  private static func properties(of texts: any ScreenTexts) -> Properties {
    constants.withLock { constants in
      let type = ObjectIdentifier(type(of: texts))
      let constant = constants[type] ?? Constant(properties: Properties(texts))
      constants[type] = constant
      return constant.properties
    }
  }
}

/// English texts, which are the same in each instance of the type.
protocol ScreenTexts: Sendable {}
