import MovieNightPrimitives
import Testing

/// Member names that were encoded in advance. They must be written as the same names given as text.
@Suite struct JSONKeyTests {
  private static let name = JSONKey("name")
  private static let next = JSONKey("next_name")

  @Test func firstKeyOfObjectHasNoComma() {
    var json = JSONWriter()
    json.object { json in
      json.key(Self.name)
      json.integer(1)
    }
    #expect(json.text == #"{"name":1}"#)
  }

  @Test func laterKeyFollowsComma() {
    var json = JSONWriter()
    json.object { json in
      json.key(Self.name)
      json.string("a")
      json.key(Self.next)
      json.null()
      json.field("last", 2)
    }
    #expect(json.text == #"{"name":"a","next_name":null,"last":2}"#)
  }

  @Test func keyOfNestedObjectBeginsAnew() {
    var json = JSONWriter()
    json.array(1...2) { json, number in
      json.object { json in
        json.key(Self.name)
        json.object { json in
          json.key(Self.next)
          json.integer(number)
        }
        json.key(Self.next)
        json.array([Int]()) { $0.integer($1) }
      }
    }
    #expect(json.text == #"[{"name":{"next_name":1},"next_name":[]},{"name":{"next_name":2},"next_name":[]}]"#)
  }

  @Test func encodedNamesEqualWrittenNames() throws {
    func text(_ write: (inout JSONWriter) -> Void) -> String {
      var json = JSONWriter()
      json.object(write)
      return json.text
    }
    let encoded = text { json in
      for key in [Self.name, Self.next] {
        json.key(key)
        json.bool(true)
      }
    }
    let written = text { json in
      json.field("name", true)
      json.field("next_name", true)
    }
    #expect(encoded == written)
    #expect(try JSONDocument(Array(encoded.utf8)).root.members.map { $0.name } == ["name", "next_name"])
  }
}
