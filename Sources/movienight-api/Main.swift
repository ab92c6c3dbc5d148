import Console
import Glibc

@main enum Main {
  static func main() {
    // A file at the limit of its size (ulimit -f) is then a write that fails, as on a full disk, and not the end.
    signal(SIGXFSZ, SIG_IGN)
    // A pipe that nobody reads is then a write that fails, and is told.
    signal(SIGPIPE, SIG_IGN)
    let environment = Environment.live()
    ProcessTitle.hideAddresses()
    exit(Program.run(environment).rawValue)
  }
}
