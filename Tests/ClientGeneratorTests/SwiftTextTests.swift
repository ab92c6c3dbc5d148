import Testing

@testable import ClientGenerator

struct SwiftTextTests {
  private func makeText(_ body: (inout SwiftText) -> Void) -> String {
    var text = SwiftText()
    body(&text)
    return text.text
  }

  @Test func shortListStaysOnOneLine() {
    #expect(makeText { $0.list("f(", ["a", "b"], ")") } == "f(a, b)\n")
  }

  @Test func longListFillsLines() {
    let items = (0..<30).map { "number\($0): Int" }
    let text = makeText { text in text.block("enum A") { $0.list("func f(", items, ") {", endsWithComma: false) } }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[1] == "  func f(")
    #expect(lines[2].hasPrefix("    number0: Int, number1: Int,"))
    #expect(lines[lines.count - 2] == "  ) {")
    #expect(lines.allSatisfy { $0.count <= 120 })
    #expect(lines[2].count + " number9: Int,".count > 120)
    #expect(lines.joined().filter { $0 == "," }.count == 29)
  }

  @Test func longCallClosesAfterLastArgument() {
    #expect(makeText { $0.call("f(", ["a", "b"], ")") } == "f(a, b)\n")
    let items = (0..<30).map { "number\($0)" }
    let lines = makeText { $0.call("let a = f(", items, "))") }.split(separator: "\n").map(String.init)
    #expect(lines[0] == "let a = f(" && lines[1].hasPrefix("  number0, number1,"))
    #expect(lines.last?.hasSuffix(" number29))") == true && lines.allSatisfy { $0.count <= 120 })
  }

  @Test func multilineCollectionEndsWithComma() {
    let items = (0..<30).map { "\"number\($0)\"" }
    #expect(makeText { $0.list("[", items, "]", endsWithComma: true) }.hasSuffix("\"number29\",\n]\n"))
    #expect(makeText { $0.list("[", ["a"], "]", endsWithComma: true) } == "[a]\n")
  }

  @Test func documentationWrapsBetweenWords() {
    let text = makeText { $0.doc(Array(repeating: "word", count: 60).joined(separator: " ")) }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("/// word") && $0.count <= 120 })
  }

  @Test func listItemsHaveHangingIndent() {
    let text = makeText { $0.docItem(Array(repeating: "word", count: 30).joined(separator: " "), steps: 1) }
    #expect(text.hasPrefix("///   - word"))
    #expect(text.split(separator: "\n")[1].hasPrefix("///     word"))
  }
}
