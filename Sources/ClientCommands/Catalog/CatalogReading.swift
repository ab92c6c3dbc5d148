import Console
import MovieNightPrimitives

/// Reading what a catalog says: much of it may be null, and none of it may drive the terminal.
extension JSONValue {
  /// The text of that name on one line; nil where it is missing, null or blank.
  func text(_ name: StaticString) throws(JSONError) -> String? {
    // Line breaks are spaces here, not something to be made visible.
    let words = try optionalString(name)?.split(whereSeparator: \.isWhitespace) ?? []
    return words.isEmpty ? nil : printable(words.joined(separator: " "))
  }

  /// The texts of a list of texts, none where it is missing or null.
  func texts(_ name: StaticString) throws(JSONError) -> [String] {
    guard let value = self[name], !value.isNull else { return [] }
    return try strings(name).map(printable)
  }

  /// The day of that name; nil where it is missing or null.
  func date(_ name: StaticString) throws(JSONError) -> CalendarDate? {
    guard let value = self[name], !value.isNull else { return nil }
    return try CalendarDate.read(name, of: self)
  }

  /// What `read` makes of the elements of that list; nothing where it is missing or null.
  func list<Element>(_ name: StaticString, _ read: (JSONValue) throws(JSONError) -> Element) throws(JSONError)
    -> [Element]
  {
    guard let value = self[name], !value.isNull else { return [] }
    var list: [Element] = []
    for element in try array(name) { list.append(try read(element)) }
    return list
  }
}
