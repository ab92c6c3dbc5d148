import Foundation
import TestSupport
import Testing

@testable import OperatorCommands
@testable import Server
@testable import movienight

/// README.md and docs/operations.md cover every command, option, variable, metric and log event.
struct OperationsDocumentTests {
  let readme: Document
  let operations: Document

  init() throws {
    readme = try Document("README.md")
    operations = try Document("docs/operations.md")
  }

  @Test(arguments: Subcommands.current.all.map(\.name)) func everySubcommandIsMentioned(name: String) {
    #expect(readme.text.contains("`\(name)`") || readme.text.contains("`\(name) "))
    #expect(operations.text.contains("movienight \(name)") || operations.text.contains("`\(name)`"))
  }

  @Test func everyServeOptionIsDocumented() {
    for option in ServeCommand(areas: .current).options { #expect(operations.text.contains("`--\(option.name)`")) }
  }

  @Test func everyVariableIsDocumented() {
    let variables = Set(Subcommands.current.all.flatMap { command in command.options.compactMap(\.variable) })
    #expect(variables.count > 2)
    for variable in variables { #expect(operations.text.contains("`\(variable)`"), "\(variable)") }
  }

  @Test func everyMetricIsDocumented() throws {
    let made = try ["Sources/Server", "Sources/Transport"].map {
      try Project.words(in: $0, #/"(movienight_[a-z_]+)"/#)
    }.reduce(into: Set()) { $0.formUnion($1) }
    #expect(made.count > 10)
    for metric in made {
      #expect(
        operations.text.contains("`\(metric)`") || operations.text.contains("`\(metric){"), "\(metric) is not told")
    }
  }

  @Test func healthProblemsAreDocumentedInOrder() throws {
    let rows = try operations.section("Health problems").lines.filter { $0.hasPrefix("| `") }
    let told = rows.compactMap { $0.firstMatch(of: #/^\| `([a-z_]+)` \| `?([a-z_]+)`? \|/#) }
    #expect(told.map { String($0.1) } == HealthProblem.Reason.allCases.map(\.rawValue), "in the order of the answer")
    for row in told {
      let reason = HealthProblem.Reason(rawValue: String(row.1))
      #expect(reason?.severity.status.rawValue == String(row.2), "\(row.1)")
    }
  }

  @Test func everyLogEventIsDocumented() throws {
    let made = try Project.words(#/\.(?:info|warning|error)\(\s*"([a-z_]+)"/#)
    #expect(made.count > 10)
    let table = try operations.section("Logs and metrics").text
    for event in made { #expect(table.contains("`\(event)`"), "\(event) is not told") }
  }
}
