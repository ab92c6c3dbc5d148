import CommandLineSupport
import Testing

@testable import Console
@testable import OperatorCommands

@Suite struct CatalogServingTests {
  /// An empty variable counts as unset, like every environment variable of the program.
  @Test(arguments: [("/etc/ssl/own.pem", "/etc/ssl/own.pem"), ("", nil)] as [(String, String?)])
  func emptyCertificateVariableIsIgnored(_ value: String, _ file: String?) throws {
    let arguments = try ArgumentParser(options: CatalogServing.options, positionals: "").parse([])
    let run = TestRun([], variables: ["SSL_CERT_FILE": value])
    #expect(CatalogServing(arguments, run.environment).certificates == file)
  }
}
