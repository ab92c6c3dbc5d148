/// What hostile clients do to a server: how many they are, what each of them sends, and how the server may answer.
///
/// Each connection sends one line a turn, and the next one when `window` of them wait for their answers.
package protocol Attack: Sendable {
  var name: String { get }
  var connections: Int { get }
  /// Whether each connection authenticates first, as the attacking member.
  var isAuthenticated: Bool { get }
  /// Whether a connection that the server ended is opened anew.
  var connectsAgain: Bool { get }
  /// Whether the connections read what the server sends.
  var readsAnswers: Bool { get }
  /// Whether all connections end their lines at the same moment, turn by turn.
  var isTogether: Bool { get }
  /// The turns of a connection that wait for their answers at once.
  var window: Int { get }
  /// The lines that answer one turn.
  var answersPerTurn: Int { get }
  /// The number of files and connections that the server may have open; nil for what the machine allows.
  var descriptorLimit: Int? { get }
  /// The requests that the attacking member sends before the attack, so that there is something to read.
  var preparation: [String] { get }

  /// The next line of a connection, without its end; nil where it only stays connected.
  /// - Parameter answer: the beginning of the answer to its line before, empty at first.
  func line(turn: Int, of connection: Int, after answer: String) -> String?

  /// Whether the server may answer so.
  /// - Parameters:
  ///   - answer: the beginning of a line.
  ///   - number: the number of answers on that connection before it.
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

/// How large the attacks are.
package struct AttackSize: Sendable {
  /// Divides the numbers of connections.
  let divisor: Int
  /// Divides the lengths of lines and batches.
  let lengthDivisor: Int

  /// As in issue reports.
  package static let full = AttackSize(divisor: 1, lengthDivisor: 1)
  /// For tests of a debug build.
  package static let small = AttackSize(divisor: 10, lengthDivisor: 8)

  func connections(_ count: Int) -> Int { max(2, count / divisor) }
  func length(_ count: Int) -> Int { max(2, count / lengthDivisor) }
}

/// One request as a line.
func request(_ method: String, _ parameters: String = "", id: Int = 1) -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
}

func batch(_ requests: [String]) -> String { "[\(requests.joined(separator: ","))]" }

extension String {
  /// The code of the first error in an answer; nil where there is none.
  var errorCode: Int? {
    guard let start = ends(of: #""error":{"code":"#).first else { return nil }
    return Int(self[start...].prefix { $0 == "-" || $0.isNumber })
  }

  var isResult: Bool { ends(of: #""result":{"#).first != nil && errorCode == nil }
  var isOverQuota: Bool { member("reason") == "too_much_recorded" }

  /// The text of the first member `name` in an answer.
  func member(_ name: String) -> String? {
    ends(of: "\"\(name)\":\"").first.map { String(self[$0...].prefix { $0 != "\"" }) }
  }

  /// Where a text ends, wherever it occurs.
  func ends(of text: String) -> [String.Index] {
    utf8.indices.filter { utf8[$0...].starts(with: text.utf8) }.map { utf8.index($0, offsetBy: text.utf8.count) }
  }
}
