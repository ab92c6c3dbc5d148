import Console
import MovieNightKit

/// A new token as text for a shell. `movienight login` finds the token and its server in it.
package enum TokenText {
  private static let tokenVariable = "export MOVIENIGHT_TOKEN="
  private static let addressVariable = "export MOVIENIGHT_CONNECT="

  /// Returns the lines that set a token and, if it is known, its server. The token is last, because an address can
  /// contain a word that looks like one.
  package static func lines(token: String, at address: ServerAddress?) -> [String] {
    let server = address.map { addressVariable + shellWord(printable($0.description)) }
    return [server, tokenVariable + printable(token)].compactMap(\.self)
  }

  /// Returns the token in a text that was typed or pasted, such as the line of a shell that sets MOVIENIGHT_TOKEN. This
  /// is the last word that looks like a token, or the whole text if no word does; nil if the text is blank.
  static func token(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
    if let token = words.last(where: { $0.hasPrefix("mn_") }) { return String(token) }
    let all = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return all.isEmpty ? nil : all
  }

  /// Returns the server that `lines` has written into a text; nil if there is none.
  static func address(in text: String) -> String? {
    guard let line = text.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix(addressVariable) }) else {
      return nil
    }
    let word = line.dropFirst(addressVariable.count)
    guard word.first == "'", word.last == "'", word.count > 1 else { return String(word) }
    return String(word.dropFirst().dropLast()).replacing(#"'\''"#, with: "'")
  }
}
