import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// For randomly mutated bodies, cleaning never crashes, and its facts stay within the bounds that `FactsBounds` states
/// independently.
///
/// A failure prints the fewest mutations that still fail, and the command to run it again.
@Suite struct CleaningFuzzTests {
  private static let rounds: UInt64 = 200

  private static let bodies: [(question: CatalogQuestion, tree: JSONTree)] = CleaningBodies.all.compactMap { entry in
    (try? JSONDocument(entry.body)).map { (entry.question, JSONTree($0.root)) }
  }

  private static let names: [String] = {
    func names(_ tree: JSONTree) -> [String] {
      switch tree {
      case .word, .string: []
      case .array(let elements): elements.flatMap(names)
      case .object(let members): members.flatMap { [$0.name] + names($0.value) }
      }
    }
    return Set(bodies.flatMap { names($0.tree) }).sorted()
  }()

  /// The result of cleaning a body.
  private enum Outcome: Equatable {
    case unexpectedBody
    case facts
    case problem(String)
  }

  private static func outcome(_ bytes: [UInt8], _ question: CatalogQuestion) -> Outcome {
    do throws(UnexpectedBody) {
      let body = try CleanedBody(bytes, answering: question)
      let facts = try body.facts()
      if body.dropped < 0 { return .problem("\(body.dropped) dropped") }
      return problem(facts, question).map(Outcome.problem) ?? .facts
    } catch {
      return .unexpectedBody
    }
  }

  private static func problem(_ facts: CatalogFacts, _ question: CatalogQuestion) -> String? {
    var json = JSONWriter()
    facts.write(to: &json)
    do throws(JSONError) {
      let root = try JSONDocument(json.bytes).root
      let faults = FactsBounds.faults(in: root)
      if !faults.isEmpty { return faults.joined(separator: "\n") }
      return try CatalogFacts(json: root, answering: question) == facts ? nil : "other facts are read than were written"
    } catch {
      return "what was written is not read: \(error)"
    }
  }

  @Test func factsOfMutatedBodiesStayWithinBounds() {
    let seed = TestSeed.current
    var seen: [CatalogQuestion: [Outcome]] = [:]
    for number in 0..<Self.rounds {
      var generator = MutationGenerator(seed: seed &+ number, names: Self.names)
      for (question, tree) in Self.bodies {
        let mutations = generator.mutations()
        func outcome(_ mutations: [Mutation]) -> Outcome {
          Self.outcome(Mutation.apply(mutations, to: tree), question)
        }
        let made = outcome(mutations)
        if !seen[question, default: []].contains(made) { seen[question, default: []].append(made) }
        guard case .problem = made else { continue }
        let shortest = shrunk(mutations) { if case .problem = outcome($0) { true } else { false } }
        let changes = shortest.map { "  \($0)" }.joined(separator: "\n")
        let again = TestSeed.command(seed: seed &+ number, filter: "CleaningFuzzTests")
        Issue.record("\(question): \(outcome(shortest))\n\(changes)\nRun it again: \(again)")
        return
      }
    }
    for (question, _) in Self.bodies {
      #expect(seen[question]?.count == 2, "\(question) was always \(seen[question] ?? []); seed \(seed)")
    }
  }

  /// Fills one mutated body from another of the same question.
  @Test func filledFactsOfMutatedBodiesStayWithinBounds() throws {
    let seed = TestSeed.current
    for number in 0..<Self.rounds / 4 {
      var generator = MutationGenerator(seed: seed &+ number, names: Self.names)
      for (question, tree) in Self.bodies {
        let bytes = [generator.mutations(), generator.mutations()].map { Mutation.apply($0, to: tree) }
        let bodies = bytes.compactMap { try? CleanedBody($0, answering: question) }
        guard bodies.count == 2, let facts = try? bodies[0].facts(filledFrom: bodies[1]) else { continue }
        let again = TestSeed.command(seed: seed &+ number, filter: "CleaningFuzzTests")
        #expect(Self.problem(facts, question) == nil, "\(question). Run it again: \(again)")
      }
    }
  }

  @Test func factsOfUnchangedBodiesAreWithinBounds() throws {
    #expect(Self.bodies.count == CleaningBodies.all.count)
    for (question, tree) in Self.bodies { #expect(Self.outcome(tree.bytes, question) == .facts, "\(question)") }
  }

  /// Guards against a `FactsBounds` that accepts everything.
  @Test(arguments: [
    #"{"name": "a\n"}"#, #"{"title": ""}"#, #"{"overview": " a"}"#, #"{"id": 0}"#, #"{"runtime": 10000}"#,
    #"{"vote_average": 10.5}"#, #"{"popularity": -1}"#, #"{"poster_path": "/.."}"#, #"{"air_date": "2026-02-29"}"#,
    #"{"country": "us"}"#, #"{"genres": [{"id": 1}, {"id": 1}]}"#, #"{"unknown": 1}"#, #"{"results": [{"id": 0}]}"#,
    #"{"episodes": [{"episode_number": 2}, {"episode_number": 1}]}"#, #"{"base_url": "https://a/?b/"}"#,
    #"{"seasons": [{"season_number": 0}, {"season_number": 1}]}"#, #"{"link": "javascript:a"}"#,
    #"{"name": "a\u202e"}"#,
  ])
  func outOfBoundsMemberIsDetected(json: String) throws {
    #expect(FactsBounds.faults(in: try JSONDocument(json).root).count == 1)
  }
}
