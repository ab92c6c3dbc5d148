import Console

@main enum Main {
  static func main() { Program.movienight().runAsProcess() }
}
