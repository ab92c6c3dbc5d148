import Catalog
import Foundation
import ProtocolDocuments
import TestSupport
import Testing
import ProtocolSchema

@testable import Console
@testable import Server
@testable import Transport

/// `docs/protocol` describes the program, and nothing else.
struct ProtocolDocumentTests {
  private let pages: [Document]
  private let overview: Document
  private let description = MethodTable.current.description

  init() throws {
    pages = try Project.files(in: "docs/protocol", ending: ".md").map { try Document($0) }
    overview = try Document("docs/protocol/README.md")
  }

  /// The sections about methods. The titles of those about types have no dot.
  private var methodSections: [Document.Section] {
    pages.flatMap(\.sections).filter { $0.level == 2 && $0.title.contains(".") }
  }

  @Test func tablesMatchDeclarations() throws {
    let declared = try ProtocolDocument(description).updated(pages.map(\.text))
    for (page, text) in zip(pages, declared) { expectSame(page.text, text, page.path) }
  }

  @Test func openRPCDocumentMatchesDeclarations() throws {
    let examples = try Project.exampleBlocks().completed().ofMethods
    #expect(examples.keys.sorted() == description.methods.map(\.name), "every method has an example in its section")
    let declared = String(decoding: try description.openRPCLines(examples: examples), as: UTF8.self)
    expectSame(try Project.text("docs/openrpc.json"), declared, "docs/openrpc.json")
  }

  /// Reports only the first line that differs, because the files are long.
  private func expectSame(_ text: String, _ declared: String, _ path: String) {
    guard text != declared else { return }
    let (lines, expected) = (text.components(separatedBy: "\n"), declared.components(separatedBy: "\n"))
    let same = zip(lines, expected).prefix { $0 == $1 }.count
    let line = lines.dropFirst(same).first ?? "the end"
    let wanted = expected.dropFirst(same).first ?? "the end"
    Issue.record(
      "\(path) is not as the methods are declared: call `make protocol`. Line \(same + 1) is \(line), and not \(wanted)"
    )
  }

  @Test func sectionsMatchMethods() {
    #expect(methodSections.map(\.title).sorted() == MethodTable.current.all.map(\.name).sorted())
  }

  @Test func commonCommandParametersAreDocumented() throws {
    let section = try overview.section("Commands")
    for parameter in CommandParameters.all { #expect(section.names(parameter.field.name.description)) }
  }

  @Test func exampleLinesAreUnder120Characters() {
    for page in pages {
      for line in page.blocks.flatMap({ $0.text.components(separatedBy: "\n") }) {
        #expect(line.count < 120, "\(page.path): \(line.prefix(60))")
      }
    }
  }

  /// The tables list the declared reasons, so a method or the connections must declare every reason in the code.
  @Test func declaredReasonsMatchCode() throws {
    let made = try Project.words(#/Refusal\(\s*-?\d+, "([a-z_]+)"/#)
    let declared = Set(description.refusals.map(\.reason))
    #expect(made.count > 40)
    #expect(declared.subtracting(made) == [], "declared, and nowhere made")
    #expect(made.subtracting(declared) == [], "made, and declared by no method")
  }

  @Test func documentedLimitsMatchCode() throws {
    let limits = try Project.text("docs/protocol/limits.md")
    let transport = TransportLimits()
    let lookups = LookupQuota.Limits()
    let rows = [
      "| a line | \(grouped(transport.lineLength)) bytes |",
      "| a line before authentication | \(grouped(transport.unauthenticated.lineLength)) bytes |",
      "| requests before authentication without an answer | \(transport.unauthenticated.requestsInFlight), or "
        + "\(grouped(transport.unauthenticated.requestBytesInFlight)) bytes |",
      "| output before authentication that a client has not taken | \(grouped(transport.unauthenticated.unreadOutput)) bytes |",
      "beyond \(grouped(transport.unauthenticatedOutput)) bytes closed |",
      "| requests in a batch | \(Batch.limit) |",
      "| values and keys in a line | \(grouped(Service.lineLimits.values)) |",
      "| requests of a connection without an answer | \(grouped(transport.requestsInFlight)) |",
      "| bytes of such requests | \(grouped(transport.requestBytesInFlight)) |",
      "| output that a client has not taken | \(grouped(transport.unreadOutput)) bytes |",
      "none of it for \(transport.stalledOutput.components.seconds) s |",
      "| connections, where the system allows \(grouped(transport.descriptors)) descriptors | "
        + "\(grouped(transport.connections.all)) |",
      "| time without authenticating | \(transport.handshake.components.seconds) s |",
      "| time without a request, an answer or a notification | \(transport.idle.components.seconds) s |",
      "| ids of the catalog | \(bounds(CatalogBounds.id)) |", "| pages of a search | \(bounds(CatalogBounds.page)) |",
      "| seasons, episodes | \(bounds(CatalogBounds.season)), \(bounds(CatalogBounds.episode)) |",
      "| a search text | \(SearchText.fewestCharacters) characters to \(CatalogBounds.searchBytes.upperBound) bytes |",
      "of all administrators together | \(RefreshLimiter.refreshesPerMinute) in 60 s |",
      "that wait for the catalog | \(grouped(lookups.all)); of one household \(lookups.ofOneHousehold), of one member "
        + "\(lookups.ofOneMember) |",
      "| time that a command waits for the details of its movies | \(CatalogAccess.timeout / 1000) s,",
    ]
    for row in rows { #expect(limits.contains(row), "not told: \(row)") }
    let common = try overview.section("Limits")
    for row in [
      "| a line that a client sends | \(transport.lineLength >> 20) MiB; \(transport.unauthenticated.lineLength >> 10) KiB before",
      "| a result | \(Service.answerLimit >> 20) MiB;",
      "| requests of a connection without an answer | \(grouped(transport.requestsInFlight));",
      "| time without authenticating | \(transport.handshake.components.seconds) s |",
      "| time without a request, an answer or a notification | \(transport.idle.components.seconds) s,",
      "| subscriptions of a connection | \(Subscriptions.limit) |",
    ] { #expect(common.text.contains(row), "not told: \(row)") }
  }

  private func bounds(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension Method: CustomTestStringConvertible {
  public var testDescription: String { name }
}
