import ProtocolDocuments
import TestSupport

/// The examples of `docs/protocol`.
struct ProtocolExamples {
  let blocks: [ExampleBlock]
  /// The blocks that are played, in the order of the numbers in their marks, such as `<!-- played: 120, creator -->`. A
  /// block with two marks is played twice.
  let night: [ExampleTurn]

  /// - Throws: An error if a block is invalid or a mark is malformed.
  init() throws {
    blocks = try Project.exampleBlocks()
    night = try blocks.flatMap { block in try block.marks.map { try ExampleTurn($0, block) } }
      .sorted { $0.number < $1.number }
  }

  /// The places of the valid blocks without a mark, which are not played.
  var unplayed: [String] { blocks.filter { $0.value == nil && $0.marks.isEmpty }.map(\.place) }
}

/// The connection that sends an example, or receives it as a notification.
enum ExampleSender: String {
  /// A connection that never authenticates, and one that has sent nothing before its example.
  case unauthenticated, connection
  case administrator, creator
  /// The creator, on a second connection.
  case subscriber
  /// The member who has accepted the invite.
  case newcomer
  /// The administrator of a second server, whose store is empty.
  case otherStore = "other store"
}

/// A block that is sent or received. The numbers only order the blocks; gaps between them leave room for new blocks.
struct ExampleTurn {
  let number: Int
  let sender: ExampleSender
  let block: ExampleBlock

  /// - Parameter mark: The text of a mark, such as `120, creator`.
  fileprivate init(_ mark: String, _ block: ExampleBlock) throws {
    guard let match = mark.wholeMatch(of: #/([0-9]+), ([a-z ]+)/#), let number = Int(match.1),
      let sender = ExampleSender(rawValue: String(match.2))
    else { throw TestFailure("\(block.place): '\(mark)' is not of the form '120, creator'") }
    self.number = number
    self.sender = sender
    self.block = block
  }
}
