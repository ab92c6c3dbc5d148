import Catalog
import Foundation
import Testing

@testable import Console
@testable import Server
@testable import Transport

/// `docs/protocol.md` says what the program does, and nothing besides.
struct ProtocolDocumentTests {
  let document: Document

  init() throws {
    document = try Document("docs/protocol.md")
  }

  private var methodSections: [Document.Section] { document.sections.filter { $0.level == 3 } }

  @Test func everyMethodHasASectionAndNoneBesides() {
    #expect(methodSections.map(\.title).sorted() == MethodTable.current.all.map(\.name).sorted())
  }

  @Test(arguments: MethodTable.current.all) func everyParameterIsNamed(method: Method) throws {
    let section = try document.section(method.name)
    let ofEveryCommand = CommandParameters.all.map(\.field.name.description)
    for parameter in method.parameters.map(\.field.name.description) where !ofEveryCommand.contains(parameter) {
      #expect(section.names(parameter), "\(method.name) does not name \(parameter)")
    }
  }

  @Test func whatEveryCommandTakesIsNamed() throws {
    let section = try document.section("Every command")
    for parameter in CommandParameters.all { #expect(section.names(parameter.field.name.description)) }
  }

  @Test func accessIsToldForThoseThatNotEverybodyMayCall() throws {
    let lines = try document.section("Who you are").lines
    func row(_ name: String) throws -> String { try #require(lines.first { $0.hasPrefix("| \(name) ") }) }
    for method in MethodTable.current.all {
      switch method.access {
      case .everyone, .bySecret: #expect(try row("everyone").contains("`\(method.name)`"))
      case .administrator: #expect(try row("administrator").contains("`\(method.name)`"))
      case .authenticated: #expect(!(try row("everyone").contains("`\(method.name)`")))
      }
    }
  }

  @Test func everyMethodHasAnExample() {
    // These two say in a sentence what they take and give.
    let plain = ["server.ping", "server.metrics"]
    for section in methodSections where !plain.contains(section.title) {
      #expect(!section.blocks.isEmpty, "\(section.title) has no example")
    }
  }

  @Test func reasonsAreThoseOfTheCode() throws {
    let made = try Project.words(#/(?:Refusal|WireError)\(\s*(?:-?\d+|\.[a-zA-Z]+), "([a-z_]+)"/#)
    let rows = try document.section("Errors").lines.filter { $0.hasPrefix("| ") }
    let told = Set(rows.compactMap { $0.firstMatch(of: #/^\| -?\d+ \| `([a-z_]+)`/#).map { String($0.1) } })
    #expect(made.count > 40)
    #expect(told.subtracting(made) == [], "told, and nowhere made")
    #expect(made.subtracting(told) == [], "made, and not told")
  }

  @Test func limitsAreThoseOfTheCode() throws {
    let limits = try document.section("Limits").text
    let transport = TransportLimits()
    let rows = [
      "| a line | \(grouped(transport.lineLength)) bytes |",
      "| a line before authentication | \(grouped(transport.stranger.lineLength)) bytes |",
      "| requests before authentication without an answer | \(transport.stranger.requestsInFlight), or "
        + "\(grouped(transport.stranger.requestBytesInFlight)) bytes |",
      "| output before authentication that a client has not taken | \(grouped(transport.stranger.unreadOutput)) bytes |",
      "beyond \(grouped(transport.strangerOutput)) bytes closed |",
      "| requests in a batch | \(Batch.limit) |",
      "| requests of a connection without an answer | \(grouped(transport.requestsInFlight)) |",
      "| bytes of such requests | \(grouped(transport.requestBytesInFlight)) |",
      "| output that a client has not taken | \(grouped(transport.unreadOutput)) bytes |",
      "none of it for \(transport.stalledOutput.components.seconds) s |",
      "| connections | \(grouped(transport.connections.all)) |",
      "| time without authenticating | \(transport.handshake.components.seconds) s |",
      "| time without a request, an answer or a notification | \(transport.idle.components.seconds) s |",
      "| ids of the catalog | \(bounds(CatalogBounds.id)) |", "| pages of a search | \(bounds(CatalogBounds.page)) |",
      "| seasons, episodes | \(bounds(CatalogBounds.season)), \(bounds(CatalogBounds.episode)) |",
      "| what is searched for | \(SearchText.fewestCharacters) characters to \(CatalogBounds.searchBytes.upperBound) bytes |",
      "of all administrators together | \(RefreshLimiter.aMinute) in 60 s |",
      "that wait for the catalog | \(grouped(Service.mostFindings)) |",
      "| time that a command waits for the details of its movies | \(CatalogAccess.patience / 1000) s,",
    ]
    for row in rows { #expect(limits.contains(row), "not told: \(row)") }
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
