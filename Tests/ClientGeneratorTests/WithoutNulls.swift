import Foundation

/// Parses JSON and removes null members, which `Codable` omits.
func withoutNulls(_ json: String) throws -> Any {
  func strip(_ value: Any) -> Any {
    switch value {
    case let object as [String: Any]: object.filter { !($0.value is NSNull) }.mapValues(strip)
    case let list as [Any]: list.map(strip)
    default: value
    }
  }
  return strip(try JSONSerialization.jsonObject(with: Data(json.utf8)))
}
