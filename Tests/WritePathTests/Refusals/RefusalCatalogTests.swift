import Commands
import TestSupport
import Testing

@testable import CommandsSupport

/// Compares the refusals that the deciders declare with the examples and the documents.
@Suite struct RefusalCatalogTests {
  /// Returns the declared refusals by code and reason, such as `409 wrong_state`.
  private static func declaredRefusals() throws -> [String] {
    let declaration = /Refusal\(\s*(?<code>-?\d+), "(?<reason>[a-z_]+)"/
    let sources = try Project.sources(in: "Sources/Commands")
    return sources.flatMap { $0.text.matches(of: declaration) }.map { "\($0.code) \($0.reason)" }
  }

  @Test func everyRefusalHasAnExample() throws {
    let declaredRefusals = try Self.declaredRefusals()
    #expect(declaredRefusals.count > 40)
    #expect(RefusalExamples.all.map(\.name).sorted() == declaredRefusals.sorted())
  }

  @Test(arguments: RefusalExamples.all)
  func exampleIsRefusedAsNamed(example: RefusalExamples.Example) throws {
    let refusal = try example.refusal()
    #expect(refusal?.name == example.name)
    #expect(refusal?.message.isEmpty == false)
  }

  /// The message of `bad_parameters` is for programs, and names the parameter.
  @Test(arguments: RefusalExamples.all.filter { $0.name != "-32602 bad_parameters" })
  func messageNamesNoParameter(example: RefusalExamples.Example) throws {
    let message = try example.refusal()?.message ?? ""
    #expect(!message.contains("_") && !message.contains("Send confirm"))
  }

  @Test(arguments: RefusalExamples.all)
  func protocolDocumentListsRefusal(example: RefusalExamples.Example) throws {
    let words = example.name.split(separator: " ")
    #expect(try Project.text("docs/protocol/refusals.md").contains("| \(words[0]) | `\(words[1])` |"))
  }

  @Test(arguments: RefusalExamples.all)
  func rulesDocumentNamesRefusal(example: RefusalExamples.Example) throws {
    let reason = try #require(example.name.split(separator: " ").last)
    #expect(try Project.text("docs/rules.md").contains("`\(reason)`"))
  }
}
