import CommandLineSupport
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// Finding a member by what a person typed.
@Suite struct NameLookupTests {
  private func lookup(_ names: [String]) throws -> NameLookup<Member> {
    let members = names.enumerated().map { Nights.member(Nights.id($0), $1) }
    let household: Household = try shown(Nights.household(members: members))
    return NameLookup(members: household.members)
  }

  @Test(arguments: [
    ("Ann", 0), ("ann", 0), ("anna", 1), ("RENEE", 2), ("ren", 2), ("Maria", 3), ("smi", 3), ("Ben", 4), ("Ben 🎬", 5),
    (Nights.id(1), 1), (Nights.id(2).uppercased(), 2),
  ])
  func memberIsFoundByNameBeginningOrID(_ typed: String, _ number: Int) throws {
    let lookup = try lookup(["Ann", "Anna", "Renée", "Maria Smith", "Ben", "Ben 🎬"])
    #expect(try lookup.one(typed).id.description == Nights.id(number))
  }

  @Test(arguments: ["an", "Ben"]) func ambiguousNameListsCandidates(_ typed: String) throws {
    let lookup = try lookup(["Ann", "Anna", "Ben", "Ben"])
    let candidates = typed == "an" ? [("Ann", 0), ("Anna", 1)] : [("Ben", 2), ("Ben", 3)]
    let hints = ["Type more of the name, or the id:"] + candidates.map { "\($0.0)  \(Nights.id($0.1))" }
    #expect(throws: UsageError("'\(typed)' matches several members", hints: hints)) { try lookup.one(typed) }
  }

  @Test(arguments: [
    ("Sarha", "Did you mean Sarah Lee?"), ("xyz", "There are: Sarah Lee, Tim"), ("", "There are: Sarah Lee, Tim"),
    (Nights.id(7), "There are: Sarah Lee, Tim"),
  ])
  func unknownNameSuggestsClosestOrAll(_ typed: String, _ hint: String) throws {
    let lookup = try lookup(["Sarah Lee", "Tim"])
    let failure = #expect(throws: CommandFailure.self) { try lookup.one(typed) }
    #expect(failure?.description == "There is no member '\(typed)'")
    #expect(failure?.hint == hint)
  }

  @Test func emptyListGivesItsHint() throws {
    let failure = #expect(throws: CommandFailure.self) { try NameLookup(children: []).one("Ben") }
    #expect(failure?.hint == "Add a child with: movienight household add-child NAME")
  }
}
