import Console
import Server

extension Program {
  /// `movienight-bench`: the load generator.
  package static let bench = Program(
    name: "movienight-bench", about: "how fast is a server, and how fast a store?", version: Version.current,
    commands: .ofBench)
}
