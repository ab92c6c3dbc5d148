import ProtocolDocuments
import TestSupport

/// The examples of `docs/protocol`.
struct ProtocolExamples {
  let blocks: [ExampleBlock]
  /// What is sent and heard in one night, in the order of the numbers of `<!-- played: 120, creator -->`. A block with two marks
  /// is played twice.
  let night: [ExampleTurn]

  /// - Throws: for a block with an error, and for a mark of another form.
  init() throws {
    blocks = try Project.exampleBlocks()
    night = try blocks.flatMap { block in try block.marks.map { try ExampleTurn($0, block) } }
      .sorted { $0.number < $1.number }
  }

  /// The places of blocks that no one sends or hears.
  var unplayed: [String] { blocks.filter { $0.value == nil && $0.marks.isEmpty }.map(\.place) }
}

/// Who sends an example, or hears what comes unasked.
enum ExampleSender: String {
  /// A connection that authenticates as no one, and one that has sent nothing before its example.
  case stranger, connection
  case administrator, creator
  /// The creator, on a second connection.
  case subscriber
  /// The member who has accepted the invite.
  case newcomer
  /// The administrator of a second server, whose store is empty.
  case otherStore = "other store"
}

/// A block that someone sends or hears. Numbers only order the blocks, and leave room between them.
struct ExampleTurn {
  let number: Int
  let sender: ExampleSender
  let block: ExampleBlock

  /// - Parameter mark: `120, creator`.
  fileprivate init(_ mark: String, _ block: ExampleBlock) throws {
    guard let match = mark.wholeMatch(of: #/([0-9]+), ([a-z ]+)/#), let number = Int(match.1),
      let sender = ExampleSender(rawValue: String(match.2))
    else { throw TestFailure("\(block.place): '\(mark)' is not of the form '120, creator'") }
    self.number = number
    self.sender = sender
    self.block = block
  }
}
