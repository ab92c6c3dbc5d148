import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Server

/// The JSON of events in answers, notifications and exports. Stored exports and clients depend on every byte.
@Suite struct EventResultTests {
  private let sender = MemberID(high: 0, low: 4)
  private let event = RecordedEvent(
    position: 7, stream: StreamID(category: "round", id: RoundID(high: 0, low: 2)), owner: OwnerID(high: 0, low: 1),
    revision: 3, type: "VoteCast", version: 1, data: Array(#"{"vote":"up"}"#.utf8),
    metadata: EventMetadata(
      actor: ActorID(high: 0, low: 4), command: CommandMark(id: CommandID(high: 0, low: 5), fingerprint: 255)),
    recordedAt: Timestamp(microseconds: 1_500_000))

  private func id(_ digit: Int) -> String { "00000000-0000-0000-0000-00000000000\(digit)" }

  private func text(_ reader: MemberID?, showsData: Bool = true) -> String {
    let shown = ShownEvent(event: event, reader: reader, showsData: showsData)
    return String(decoding: EventTypes.event.bytes(of: shown), as: UTF8.self)
  }

  private func expected(data: String, commandID: String) -> String {
    let place = #"{"position":7,"stream":"round-\#(id(2))","revision":3,"type":"VoteCast","version":1,"#
    let origin = #""metadata":{"actor":"\#(id(4))","acting_as":null,"command_id":\#(commandID)}}"#
    return place + #""recorded_at":"1970-01-01T00:00:01Z","data":\#(data),"# + origin
  }

  @Test func senderReadsTheirCommandID() {
    #expect(text(sender) == expected(data: #"{"vote":"up"}"#, commandID: "\"\(id(5))\""))
  }

  @Test func otherReadersGetNullAsCommandID() {
    for reader in [nil, MemberID(high: 0, low: 9)] {
      #expect(text(reader) == expected(data: #"{"vote":"up"}"#, commandID: "null"))
    }
  }

  @Test func hiddenDataIsNull() {
    #expect(text(nil, showsData: false) == expected(data: "null", commandID: "null"))
  }

  @Test func exportedEventHasItsHouseholdMicrosecondsAndAllMetadata() {
    var json = JSONWriter()
    EventLine.write(event, to: &json)
    let place = #"{"position":7,"stream":"round-\#(id(2))","household_id":"\#(id(1))","revision":3,"#
    let recorded = #""type":"VoteCast","version":1,"recorded_at":"1970-01-01T00:00:01.500000Z","#
    let origin = #""metadata":{"actor":"\#(id(4))","command_id":"\#(id(5))","fingerprint":"ff"}}"#
    #expect(json.text == place + recorded + #""data":{"vote":"up"},"# + origin)
  }

  @Test func exportedTextOfHouseholdHasNullAsMember() {
    var json = JSONWriter()
    let value = Array(#"{"name":"Home"}"#.utf8)
    EventLine.write(
      PersonalText(id: TextID(high: 0, low: 1), owner: OwnerID(high: 0, low: 1), subject: nil, value: value), to: &json)
    let ids = #"{"text_id":"\#(id(1))","household_id":"\#(id(1))","member_id":null,"#
    #expect(json.text == ids + #""value":{"name":"Home"}}"#)
  }

  @Test func notificationWithoutMatchingEventsHasEmptyList() {
    let bytes = EventTypes.appended.bytes(of: (id: SubscriptionID(high: 0, low: 6), events: [], position: 9))
    let head = #"{"jsonrpc":"2.0","method":"events.appended","params":"#
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == head + #"{"subscription_id":"\#(id(6))","events":[],"position":9}}"#)
  }
}
