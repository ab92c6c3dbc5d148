#if TMDb
  import Glibc

  /// An HTTPS server on 127.0.0.1 with a self-signed certificate, run by `openssl s_server`.
  ///
  /// It stops when the test process ends, however that happens. A shell waits for end of file on a connection that only
  /// the test process holds, then stops the server and removes its files.
  final class TinyTLSServer: Sendable {
    let port: UInt16
    /// The path of the self-signed certificate, in PEM.
    let certificateFile: String
    private let shell: pid_t
    private let connection: Int32

    struct Failed: Error {
      let what: String
      let code: Int32
    }

    static var isPossible: Bool { access("/usr/bin/openssl", X_OK) == 0 }

    /// - Parameter name: the subject alternative name of the certificate, such as `IP:127.0.0.1`.
    init(for name: String) throws {
      var template = Array("/tmp/mn-tls-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else { throw Failed(what: "mkdtemp", code: errno) }
      let folder = String(cString: made)
      certificateFile = "\(folder)/certificate"
      // Start a new session, so that an interrupt from the keyboard does not stop the shell before it cleans up.
      let words = ["setsid", "/bin/sh", "-c", Self.script, "tls-for-tests", folder, name]
      (shell, connection) = try Self.start(words)
      guard let port = Self.port(announcedOn: connection) else {
        close(connection)
        waitpid(shell, nil, 0)
        throw Failed(what: "openssl", code: 0)
      }
      self.port = port
    }

    deinit {
      close(connection)
      waitpid(shell, nil, 0)
    }

    var url: String { "https://127.0.0.1:\(port)" }

    // The script sends SIGKILL, because the test process may have blocked the other termination signals.
    private static let script = """
      cd "$1" || exit
      trap 'rm -rf "$1"' EXIT
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test \\
        -addext "subjectAltName=$2" -keyout key -out certificate 2> /dev/null || exit
      openssl s_server -accept 127.0.0.1:0 -key key -cert certificate -www < /dev/null 2> /dev/null &
      cat > /dev/null
      kill -KILL $!
      """

    /// Starts the server. Returns its process id, and our end of the socket that is its standard input and output.
    private static func start(_ words: [String]) throws -> (pid_t, Int32) {
      // Close on exec, because a copy in a child process of another test would keep the connection open.
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw Failed(what: "socketpair", code: errno)
      }
      defer { close(ends[1]) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor: Int32 in [0, 1] { posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor) }
      var arguments = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var process: pid_t = 0
      let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
      guard code == 0 else {
        close(ends[0])
        throw Failed(what: "posix_spawn", code: code)
      }
      return (process, ends[0])
    }

    /// Returns the port in the server's line `ACCEPT 127.0.0.1:38475`.
    private static func port(announcedOn connection: Int32) -> UInt16? {
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while read(connection, &byte, 1) == 1 {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("ACCEPT") { return text.split(separator: ":").last.flatMap { UInt16($0) } }
        line = []
      }
      return nil
    }
  }
#endif
