import Foundation

@main enum Program {
  static let version = "0.1.0"

  static func main() async {
    do {
      switch try CommandLineArguments.parse(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      {
      case .help: print(CommandLineArguments.help)
      case .version: print("movienight-web \(version)")
      case .serve(let settings): try await serve(settings)
      }
    } catch let error as UsageError {
      fail(error.message, code: 64)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func serve(_ settings: Settings) async throws {
    try await Site(settings).serve { address in
      print("ready http://\(address)")
      guard settings.demoTokenFile != nil else { return }
      let link = "http://\(address)/demo"
      print("The demo household: \(link)")
      if isatty(STDOUT_FILENO) == 1, let code = QRCode(link) { print(code.terminalLines.joined(separator: "\n")) }
    }
  }

  private static func fail(_ message: String, code: Int32) {
    FileHandle.standardError.write(Data("movienight-web: \(message)\n".utf8))
    exit(code)
  }
}
