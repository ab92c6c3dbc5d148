import Console
import MovieNightKit
import MovieNightPrimitives

/// Tokens as text. `movienight login` finds a new token and its server in the lines for a shell.
package enum TokenText {
  private static let prefix = "mn_"
  private static let tokenVariable = "export MOVIENIGHT_TOKEN="
  private static let addressVariable = "export MOVIENIGHT_CONNECT="

  /// Returns the lines that set a token and, if it is known, its server. The token is last, because an address can
  /// contain a word that looks like one.
  package static func lines(token: String, at address: ServerAddress?) -> [String] {
    let server = address.map { addressVariable + shellWord(printable($0.description)) }
    return [server, tokenVariable + printable(token)].compactMap(\.self)
  }

  /// Returns the token in a text that was typed or pasted, such as the line of a shell that sets MOVIENIGHT_TOKEN. This
  /// is the last word that looks like a token; nil if no word does.
  static func token(in text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_") }
    return words.last { $0.hasPrefix(prefix) }.map(String.init)
  }

  /// Returns the id in a token, which follows the household's id; nil if the token has another form.
  package static func id(of token: String) -> TokenID? {
    guard token.hasPrefix(prefix), let bytes = Base64URL.decode(token.utf8.dropFirst(prefix.utf8.count)),
      bytes.count > 32
    else { return nil }
    return TokenID(bytes: bytes[16..<32])
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
