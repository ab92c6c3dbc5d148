import Glibc
import Testing

@testable import Console

@Suite struct TerminalTests {
  /// Runs `body` with a pseudoterminal in place of a person's terminal.
  private static func withTerminal(_ variables: [String: String], _ body: (Terminal) -> Void) {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    #expect(descriptor >= 0)
    defer { close(descriptor) }
    body(.descriptor(descriptor, variables))
  }

  @Test func capabilitiesFollowDescriptorAndVariables() throws {
    Self.withTerminal(["TERM": "xterm"]) { #expect($0.isTerminal && $0.movesCursor && $0.isStyled) }
    Self.withTerminal(["TERM": "xterm", "NO_COLOR": "1"]) {
      #expect($0.isTerminal && $0.movesCursor && !$0.isStyled)
    }
    Self.withTerminal(["TERM": "dumb"]) { #expect($0.isTerminal && !$0.movesCursor && !$0.isStyled) }
    Self.withTerminal(["COLUMNS": "40"]) { #expect($0.columns == 40) }
    Self.withTerminal(["COLUMNS": "none"]) { #expect($0.columns == Terminal.defaultColumns) }
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    let terminal = Terminal.descriptor(file, ["TERM": "xterm"])
    #expect(Terminal.descriptor(file, ["COLUMNS": "132"]).columns == 132)
    #expect(!terminal.isTerminal && !terminal.movesCursor && !terminal.isStyled)
  }
}
