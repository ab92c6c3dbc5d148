/// The events and notifications that a server sends.
public enum FakeEvents {
  public static func event(_ position: Int, stream: String = "round-r") -> String {
    #"{"position":\#(position),"stream":"\#(stream)","revision":\#(position - 1),"type":"VoteCast","version":1,"#
      + #""recorded_at":"2026-03-02T12:00:00Z","data":{"vote":"up"},"#
      + #""metadata":{"actor":"01a1fdc9-f468-74c0-9b69-b1fbf8383c58","acting_as":null,"command_id":null}}"#
  }

  /// Returns a notification with events at `positions`. It is complete through position `head`, by default the last of
  /// them.
  public static func appended(
    _ subscription: String, _ positions: [Int], through head: Int? = nil, stream: String = "round-r"
  ) -> String {
    let events = positions.map { event($0, stream: stream) }.joined(separator: ",")
    return #"{"jsonrpc":"2.0","method":"events.appended","params":{"subscription_id":"\#(subscription)","events":["#
      + #"\#(events)],"position":\#(head ?? positions.last ?? 0)}}"#
  }

  public static func closed(_ subscription: String, _ reason: String) -> String {
    #"{"jsonrpc":"2.0","method":"events.closed","params":{"subscription_id":"\#(subscription)","position":0,"#
      + #""reason":"\#(reason)"}}"#
  }
}
