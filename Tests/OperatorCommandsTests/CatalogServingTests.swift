import CommandLineSupport
import Testing

@testable import Console
@testable import OperatorCommands

@Suite struct CatalogServingTests {
  /// As every variable of ours.
  @Test(arguments: [("/etc/ssl/own.pem", "/etc/ssl/own.pem"), ("", nil)] as [(String, String?)])
  func anEmptyFileOfCertificatesIsNone(_ value: String, _ file: String?) throws {
    let arguments = try ArgumentParser(options: CatalogServing.options, positionals: "").parse([])
    let run = TestRun([], variables: ["SSL_CERT_FILE": value])
    #expect(CatalogServing(arguments, run.environment).certificates == file)
  }
}
