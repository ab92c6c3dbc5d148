import Bench
import Console

@main enum Main {
  static func main() { Program.bench.runAsProcess() }
}
