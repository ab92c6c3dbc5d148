import Foundation
import NIOCore

@main enum Program {
  static let version = "0.1.0"

  static func main() async {
    do {
      switch try CommandLineArguments.parse(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      {
      case .help: say(CommandLineArguments.help)
      case .version: say("movienight-web \(version)")
      case .serve(let settings):
        raiseDescriptorLimit()
        try await serve(settings)
      }
    } catch let error as UsageError {
      fail(error.message, code: 64)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func serve(_ settings: Settings) async throws {
    let folder = try DataFolder(settings.data)
    defer { folder.close() }
    do {
      try await serve(Site(settings), offersDemo: settings.demoTokenFile != nil)
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw StartError("\(settings.listen) is in use. Choose another address with --listen.")
    } catch let error as IOError {
      throw StartError("The page cannot listen on \(settings.listen): \(String(cString: strerror(error.errnoCode)))")
    }
  }

  private static func serve(_ site: Site, offersDemo: Bool) async throws {
    try await site.serve { address in
      say("ready http://\(address)")
      guard offersDemo else { return }
      let link = "http://\(address)/demo"
      say("The demo household: \(link)")
      if isatty(STDOUT_FILENO) == 1, let code = QRCode(link) { say(code.terminalLines.joined(separator: "\n")) }
    }
  }

  /// Open pages and connections need more descriptors than a process may have open by default, which often is 1,024.
  static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Writes at once, because `print` keeps lines for a pipe until the program ends.
  private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

  private static func fail(_ message: String, code: Int32) {
    FileHandle.standardError.write(Data("movienight-web: \(message)\n".utf8))
    exit(code)
  }
}

/// A reason why the page cannot start.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
