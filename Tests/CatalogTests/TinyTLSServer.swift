#if TMDb
  import Glibc

  /// A web server over TLS on 127.0.0.1, with a certificate that it has signed itself: `openssl s_server`.
  ///
  /// It ends with the process that started it, however that ends: a shell waits for the end of a connection that only
  /// this process holds, stops the server and removes its files.
  final class TinyTLSServer: Sendable {
    let port: UInt16
    /// The certificate, which is its own authority, in PEM.
    let certificateFile: String
    private let shell: pid_t
    private let connection: Int32

    struct Failed: Error {
      let what: String
      let code: Int32
    }

    static var isPossible: Bool { access("/usr/bin/openssl", X_OK) == 0 }

    /// - Parameter name: whom the certificate is for, such as `IP:127.0.0.1`.
    init(for name: String) throws {
      var template = Array("/tmp/mn-tls-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else { throw Failed(what: "mkdtemp", code: errno) }
      let folder = String(cString: made)
      certificateFile = "\(folder)/certificate"
      // A session of its own: what ends the tests from the keyboard must leave it the time to clean up.
      let words = ["setsid", "/bin/sh", "-c", Self.script, "tls-for-tests", folder, name]
      (shell, connection) = try Self.start(words)
      guard let port = Self.port(saidOn: connection) else {
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

    // Whoever starts it may have blocked what ends a program kindly.
    private static let script = """
      cd "$1" || exit
      trap 'rm -rf "$1"' EXIT
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test \\
        -addext "subjectAltName=$2" -keyout key -out certificate 2> /dev/null || exit
      openssl s_server -accept 127.0.0.1:0 -key key -cert certificate -www < /dev/null 2> /dev/null &
      cat > /dev/null
      kill -KILL $!
      """

    /// - Returns: the process, and the other end of its input and output.
    private static func start(_ words: [String]) throws -> (pid_t, Int32) {
      // Closed in children: an end that another test's process holds would never be seen.
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

    /// It says `ACCEPT 127.0.0.1:38475`.
    private static func port(saidOn connection: Int32) -> UInt16? {
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
