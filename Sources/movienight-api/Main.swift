import Glibc

@main enum Main {
  static func main() {
    let environment = Environment.live()
    ProcessTitle.hideAddresses()
    exit(Program.run(environment).rawValue)
  }
}
