import Glibc
import HostileClients

/// A server process for one attack, on a new store that is removed with it.
final class ServerProgram {
  let attacked: AttackedServer
  private let pid: pid_t
  private let folder: String

  /// Starts `program`. `descriptorLimit` is its limit of open descriptors; nil keeps the machine's limit.
  init(_ program: String, bufferMemory: Int, descriptorLimit: Int?) throws {
    var template = Array(".build/hostile-XXXXXX".utf8CString)
    mkdir(".build", 0o755)
    guard mkdtemp(&template) != nil else { throw LaunchFailure(description: "no folder: \(errno)") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    // A shell lowers the limit, because lowering it here would also affect this process.
    let script = descriptorLimit.map { "ulimit -n \($0); " } ?? ""
    let words = [
      "sh", "-c", script + #"exec "$0" "$@" > "$FOLDER/ready" 2> "$FOLDER/log""#, program, "serve", "--store",
      "sqlite:\(folder)/store.db", "--listen", "127.0.0.1:0", "--buffer-memory", "\(bufferMemory)",
    ]
    setenv("FOLDER", folder, 1)
    pid = try Self.spawn(words)
    attacked = try Self.ready(folder, pid)
  }

  private static func ready(_ folder: String, _ pid: pid_t) throws -> AttackedServer {
    var line = [CChar](repeating: 0, count: 512)
    for _ in 0..<1000 {
      usleep(10_000)
      guard let file = fopen("\(folder)/ready", "re") else { continue }
      defer { fclose(file) }
      guard fgets(&line, Int32(line.count), file) != nil else { continue }
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split { $0 == " " || $0 == "\n" }
      guard words.count == 3, let port = words[1].split(separator: ":").last.flatMap({ UInt16($0) }) else { continue }
      return AttackedServer(port: port, socketPath: String(words[2].dropFirst("unix=".count)), pid: pid)
    }
    throw LaunchFailure(description: "the server is not ready; see \(folder)/log")
  }

  /// Ends the server and removes its store.
  func end() {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    if let remover = try? Self.spawn(["rm", "-rf", folder]) { waitpid(remover, nil, 0) }
  }

  private static func spawn(_ words: [String]) throws -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], nil, nil, &arguments, environ)
    guard code == 0 else { throw LaunchFailure(description: "\(words[0]) cannot be started: \(code)") }
    return pid
  }
}

struct LaunchFailure: Error, CustomStringConvertible {
  let description: String
}
