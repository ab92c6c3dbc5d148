/// An attack on a server: the number of connections, the lines they send, and the answers the server may give.
///
/// Each connection sends one line per turn. It starts a turn only while fewer than `window` earlier turns wait for
/// answers.
package protocol Attack: Sendable {
  var name: String { get }
  var connections: Int { get }
  /// Whether each connection first authenticates as the attacking member.
  var isAuthenticated: Bool { get }
  /// Whether clients reconnect after the server has closed their connections.
  var connectsAgain: Bool { get }
  /// Whether the connections read what the server sends.
  var readsAnswers: Bool { get }
  /// Whether all connections finish their lines at the same moment in each turn.
  var isTogether: Bool { get }
  /// The number of turns of a connection that may wait for their answers at once.
  var window: Int { get }
  /// The number of lines that answer one turn.
  var answersPerTurn: Int { get }
  /// The server's limit of open descriptors; nil to keep the machine's limit.
  var descriptorLimit: Int? { get }
  /// The requests that the attacking member sends before the attack, so that there is data to read.
  var preparation: [String] { get }

  /// Returns the next line of a connection, without the newline, or nil to stay connected without sending.
  /// - Parameter answer: the beginning of the answer to the previous line, empty at first.
  func line(turn: Int, of connection: Int, after answer: String) -> String?

  /// Returns whether the server may give this answer.
  /// - Parameters:
  ///   - answer: the beginning of the answer.
  ///   - number: the number of earlier answers on that connection.
  func allows(_ answer: String, number: Int) -> Bool
}

extension Attack {
  package var isAuthenticated: Bool { true }
  package var connectsAgain: Bool { true }
  package var readsAnswers: Bool { true }
  package var isTogether: Bool { false }
  package var window: Int { 1 }
  package var answersPerTurn: Int { 1 }
  package var descriptorLimit: Int? { nil }
  package var preparation: [String] { [] }
}

/// The scale of the attacks.
package struct AttackSize: Sendable {
  /// The divisor of the numbers of connections.
  let divisor: Int
  /// The divisor of the lengths of lines and batches.
  let lengthDivisor: Int

  /// The scale in the issue reports that the attacks are based on.
  package static let full = AttackSize(divisor: 1, lengthDivisor: 1)
  /// The scale for tests with a debug build.
  package static let small = AttackSize(divisor: 10, lengthDivisor: 8)

  func connections(_ count: Int) -> Int { max(2, count / divisor) }
  func length(_ count: Int) -> Int { max(2, count / lengthDivisor) }
}

/// Returns a request as one line.
func request(_ method: String, _ parameters: String = "", id: Int = 1) -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
}

func batch(_ requests: [String]) -> String { "[\(requests.joined(separator: ","))]" }

extension String {
  /// The code of the first error in an answer; nil if there is none.
  var errorCode: Int? {
    guard let start = ends(of: #""error":{"code":"#).first else { return nil }
    return Int(self[start...].prefix { $0 == "-" || $0.isNumber })
  }

  var isResult: Bool { ends(of: #""result":{"#).first != nil && errorCode == nil }
  var isOverQuota: Bool { member("reason") == "too_much_recorded" }

  /// Returns the string value of the first member called `name`, or nil if the answer has none.
  func member(_ name: String) -> String? {
    ends(of: "\"\(name)\":\"").first.map { String(self[$0...].prefix { $0 != "\"" }) }
  }

  /// Returns the end of each occurrence of `text`.
  func ends(of text: String) -> [String.Index] {
    utf8.indices.filter { utf8[$0...].starts(with: text.utf8) }.map { utf8.index($0, offsetBy: text.utf8.count) }
  }
}
