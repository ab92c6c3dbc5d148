import Commands
import TestSupport
import Testing

@testable import CommandsSupport

/// Every refusal that the deciders know: it has an example that is refused like that, and a place in the documents.
@Suite struct RefusalCatalogTests {
  /// As each area declares them: `409 wrong_state`.
  private static func declared() throws -> [String] {
    let declaration = /Refusal\(\s*(?<code>-?\d+), "(?<reason>[a-z_]+)"/
    let sources = try Project.sources(in: "Sources/Commands")
    return sources.flatMap { $0.text.matches(of: declaration) }.map { "\($0.code) \($0.reason)" }
  }

  @Test func everyRefusalHasAnExample() throws {
    let declared = try Self.declared()
    #expect(declared.count > 40)
    #expect(RefusalExamples.all.map(\.name).sorted() == declared.sorted())
  }

  @Test(arguments: RefusalExamples.all)
  func theExampleIsRefusedLikeThat(example: RefusalExamples.Example) throws {
    let refusal = try example.refusal()
    #expect(refusal?.name == example.name)
    #expect(refusal?.message.isEmpty == false)
  }

  /// A client reads of it in the protocol, with its code.
  @Test(arguments: RefusalExamples.all)
  func theProtocolNamesIt(example: RefusalExamples.Example) throws {
    let words = example.name.split(separator: " ")
    #expect(try Project.text("docs/protocol/refusals.md").contains("| \(words[0]) | `\(words[1])` |"))
  }

  /// Whoever reads the rules meets it where it belongs.
  @Test(arguments: RefusalExamples.all)
  func theRulesNameIt(example: RefusalExamples.Example) throws {
    let reason = try #require(example.name.split(separator: " ").last)
    #expect(try Project.text("docs/rules.md").contains("`\(reason)`"))
  }
}
