import Testing

@testable import movienight_web

@Suite struct PropertiesTests {
  private struct Model {
    let texts = RoundsTexts()
    let title = "Toy Story"
    let votes = 2
    let isOpen = true
    let rank: String?
    let people: [Person]
  }

  private struct Person {
    let name: String
    let note: String?
  }

  private let properties = Properties(
    Model(rank: nil, people: [Person(name: "Ann", note: "away"), Person(name: "Ben", note: nil)]))

  @Test func textsNumbersAndFlagsAreThemselves() {
    #expect(properties.child(named: "title") as? String == "Toy Story")
    #expect(properties.child(named: "votes") as? Int == 2)
    #expect(properties.child(named: "isOpen") as? Bool == true)
  }

  @Test func aNameThatIsNilOrMissingHasNoValue() {
    #expect(properties.child(named: "rank") == nil)
    #expect(properties.child(named: "nothing") == nil)
  }

  @Test func modelsInListsHaveTheirProperties() throws {
    let people = try #require(properties.child(named: "people") as? [Any])
    let names = people.map { ($0 as? Properties)?.child(named: "name") as? String }
    let notes = people.map { ($0 as? Properties)?.child(named: "note") as? String }
    #expect(names == ["Ann", "Ben"])
    #expect(notes == ["away", nil])
  }

  @Test func textsAreReadOnce() {
    let texts = properties.child(named: "texts") as? Properties
    let others = Properties(RoundsScreenLike()).child(named: "texts") as? Properties
    #expect(texts?.child(named: "title") as? String == RoundsTexts().title)
    #expect(texts != nil && texts === others)
  }

  private struct RoundsScreenLike {
    let texts = RoundsTexts()
  }
}
