import Glibc

@main enum Main {
  static func main() {
    exit(Program.run(.live()).rawValue)
  }
}
