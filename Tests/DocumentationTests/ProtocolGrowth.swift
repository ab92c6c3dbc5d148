import MovieNightPrimitives

/// The incompatible changes from an older description of the protocol to a newer one
/// (`docs/protocol/compatibility.md`, "How it grows"). Both are OpenRPC documents from `rpc.discover`.
struct ProtocolGrowth {
  private let old: JSONValue
  private let new: JSONValue
  private(set) var breaks: [String] = []

  init(from old: JSONValue, to new: JSONValue) {
    self.old = old
    self.new = new
    let methods = named(new["methods"])
    for method in list(old["methods"]) {
      let name = method["name"]?.string ?? ""
      if let newer = methods[name] { compare(method, newer, name) } else { breaks.append("\(name) is gone") }
    }
    let notifications = named(new["x-notifications"])
    for notification in list(old["x-notifications"]) {
      let name = notification["name"]?.string ?? ""
      guard let newer = notifications[name] else {
        breaks.append("\(name) is gone")
        continue
      }
      check(newer["params"], isWithin: notification["params"], .server, "\(name) params")
    }
    let events = named(new["x-events"])
    for event in list(old["x-events"]) {
      let name = event["name"]?.string ?? ""
      if let newer = events[name] { compareEvent(event, newer, name) } else { breaks.append("\(name) is gone") }
    }
    let errors = new["components"]?["errors"]
    for error in members(old["components"]?["errors"]) where errors?.member(error.name) == nil {
      breaks.append("the refusal \(error.name) is gone, or has another code")
    }
    for error in members(old["components"]?["errors"]) {
      check(
        errors?.member(error.name)?["data"]?["schema"], isWithin: error.value["data"]?["schema"], .server,
        "\(error.name) data")
    }
    for reason in gone(refusals(old["x-errors-of-connections"]), refusals(new["x-errors-of-connections"])) {
      breaks.append("connections are refused with \(reason) no more")
    }
  }

  private enum Side { case client, server }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    if old["x-access"]?.string != new["x-access"]?.string, new["x-access"]?.string != "everyone" {
      breaks.append("\(name) is for others now")
    }
    if old["x-kind"]?.string != new["x-kind"]?.string { breaks.append("\(name) is of another kind") }
    let parameters = named(new["params"])
    let known = named(old["params"])
    for parameter in list(old["params"]) {
      let (parameterName, place) = (parameter["name"]?.string ?? "", "\(name) \(parameter["name"]?.string ?? "")")
      guard let newer = parameters[parameterName] else {
        breaks.append("\(place) is no parameter any more")
        continue
      }
      if newer["required"]?.bool == true, parameter["required"]?.bool != true {
        breaks.append("\(place) is required now")
      }
      if newer["x-unit"]?.string != parameter["x-unit"]?.string { breaks.append("\(place) has another unit") }
      breaks += ruleFaults(parameter, newer, place)
      if parameter["required"]?.bool != true { breaks += defaultFaults(parameter["schema"], newer["schema"], place) }
      check(parameter["schema"], isWithin: newer["schema"], .client, place)
    }
    for (parameterName, parameter) in parameters where known[parameterName] == nil {
      if parameter["required"]?.bool == true { breaks.append("\(name) \(parameterName) is new, and required") }
    }
    let groups = list(old["x-one-of"]).map { list($0).compactMap(\.string) }
    for group in list(new["x-one-of"]).map({ list($0).compactMap(\.string) }) where !groups.contains(group) {
      breaks.append("\(name) needs one of \(group) now")
    }
    check(new["result"]?["schema"], isWithin: old["result"]?["schema"], .server, "\(name) result")
    for reason in gone(refusals(old["errors"]), refusals(new["errors"])) {
      breaks.append("\(name) is refused with \(reason) no more")
    }
    for notification in gone(texts(old["x-notifications"]), texts(new["x-notifications"])) {
      breaks.append("\(name) leads to \(notification) no more")
    }
  }

  private mutating func compareEvent(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    let audiences = ["nobody", "member_and_parent", "household"]
    func width(_ event: JSONValue) -> Int { audiences.firstIndex { $0 == event["audience"]?.string } ?? 0 }
    if width(new) < width(old) { breaks.append("\(name) is for fewer to read now") }
    check(new["data"], isWithin: old["data"], .server, "\(name) data")
  }

  /// Returns a fault if a value has a new rule beyond its type, because the rule may refuse values that were accepted
  /// before.
  private func ruleFaults(_ older: JSONValue?, _ newer: JSONValue?, _ place: String) -> [String] {
    newer?["x-ruled"]?.bool == true && older?["x-ruled"]?.bool != true
      ? ["\(place) has to be more than of its type now"] : []
  }

  /// Returns a fault if a default was changed, added or removed. A required value may become optional.
  private func defaultFaults(_ older: JSONValue?, _ newer: JSONValue?, _ place: String) -> [String] {
    func defaultBytes(_ schema: JSONValue?) -> [UInt8]? { schema?["default"].map { Array($0.rawBytes) } }
    return defaultBytes(older) == defaultBytes(newer) ? [] : ["\(place) has another default"]
  }

  private func gone(_ older: [String], _ newer: [String]) -> [String] { older.filter { !newer.contains($0) } }

  // MARK: Schemas

  /// Checks that the second schema allows everything that the first allows. A server's output may gain fields and
  /// words, because clients ignore unknown ones.
  private mutating func check(_ narrow: JSONValue?, isWithin wide: JSONValue?, _ side: Side, _ place: String) {
    // For a client's input, the older schema is the narrow one, and its references lead into the older document.
    let (narrowDocument, wideDocument) = side == .client ? (old, new) : (new, old)
    let faults = faults(narrow, narrowDocument, wide, wideDocument, side, place, depth: 0)
    breaks += faults
  }

  private func faults(
    _ narrow: JSONValue?, _ narrowDocument: JSONValue, _ wide: JSONValue?, _ wideDocument: JSONValue, _ side: Side,
    _ place: String, depth: Int
  ) -> [String] {
    guard let narrow = resolved(narrow, narrowDocument), let wide = resolved(wide, wideDocument), depth < 20 else {
      return ["\(place) has no schema"]
    }
    func inside(_ first: JSONValue?, _ second: JSONValue?, _ step: String) -> [String] {
      faults(first, narrowDocument, second, wideDocument, side, place + step, depth: depth + 1)
    }
    if narrow["anyOf"] != nil || wide["anyOf"] != nil {
      let others = list(wide["anyOf"] == nil ? wide : wide["anyOf"], or: wide)
      for enumeration in list(narrow["anyOf"], or: narrow) {
        let tries = others.map { inside(enumeration, $0, "") }
        if !tries.contains([]) { return tries.min { $0.count < $1.count } ?? ["\(place) is something else"] }
      }
      return []
    }
    guard let type = narrow["type"]?.string, let wideType = wide["type"]?.string else { return [] }
    guard type == wideType || (type, wideType) == ("integer", "number") else {
      return ["\(place) is \(type), before \(wideType)"].map {
        side == .client ? "\(place) must be \(wideType), before \(type)" : $0
      }
    }
    switch type {
    case "object": return objectFaults(narrow, wide, side, place, inside)
    case "array":
      return inside(narrow["items"], wide["items"], "[]") + bounds(narrow, wide, "minItems", "maxItems", place)
    case "string":
      // The server already refused opaque values by undocumented rules, so documenting a rule is not a new one.
      if side == .client, narrow["description"]?.string?.contains("Opaque: ") == true { return [] }
      if wide["pattern"] != nil, narrow["pattern"]?.string != wide["pattern"]?.string {
        return ["\(place) has another pattern"]
      }
      let words = Set(list(narrow["enum"]).compactMap(\.string))
      let others = Set(list(wide["enum"]).compactMap(\.string))
      if narrow["format"]?.string != wide["format"]?.string, wide["format"] != nil {
        return ["\(place) has another format"]
      }
      if narrow["x-id-of"]?.string != wide["x-id-of"]?.string { return ["\(place) is the id of something else"] }
      let gone = words.subtracting(others)
      if side == .client, !others.isEmpty, words.isEmpty || !gone.isEmpty {
        return ["\(place) takes \(gone.sorted()) no more"]
      }
      return bounds(narrow, wide, "minLength", "maxLength", place) + bounds(narrow, wide, "", "x-max-bytes", place)
        + bounds(narrow, wide, "x-min-characters", "x-max-characters", place)
    default: return bounds(narrow, wide, "minimum", "maximum", place)
    }
  }

  private func objectFaults(
    _ narrow: JSONValue, _ wide: JSONValue, _ side: Side, _ place: String,
    _ inside: (JSONValue?, JSONValue?, String) -> [String]
  ) -> [String] {
    // On both sides, existing members must stay. For a result, the older schema is the wide one.
    let older = side == .client ? narrow : wide
    let newer = side == .client ? wide : narrow
    let had = Set(texts(narrow["required"]))
    let wanted = Set(texts(wide["required"]))
    var faults: [String] = []
    for property in members(older["properties"]) {
      guard newer["properties"]?.member(property.name) != nil else {
        faults.append("\(place).\(property.name) is gone")
        continue
      }
      if property.value["x-unit"]?.string != newer["properties"]?.member(property.name)?["x-unit"]?.string {
        faults.append("\(place).\(property.name) has another unit")
      }
      if side == .client {
        let other = newer["properties"]?.member(property.name)
        faults += ruleFaults(property.value, other, "\(place).\(property.name)")
        if !had.contains(property.name) {
          faults += defaultFaults(property.value, other, "\(place).\(property.name)")
        }
      }
      faults += inside(
        narrow["properties"]?.member(property.name), wide["properties"]?.member(property.name), ".\(property.name)")
    }
    for name in wanted.subtracting(had).sorted() {
      faults.append(side == .client ? "\(place).\(name) is required now" : "\(place).\(name) can be missing now")
    }
    return faults
  }

  private func bounds(_ narrow: JSONValue, _ wide: JSONValue, _ least: String, _ most: String, _ place: String)
    -> [String]
  {
    var faults: [String] = []
    if let limit = wide.member(least)?.integer, (narrow.member(least)?.integer ?? .min) < limit {
      faults.append("\(place) is bounded by \(limit)")
    }
    if let limit = wide.member(most)?.integer, (narrow.member(most)?.integer ?? .max) > limit {
      faults.append("\(place) is bounded by \(limit)")
    }
    return faults
  }

  private func resolved(_ schema: JSONValue?, _ document: JSONValue) -> JSONValue? {
    guard let reference = schema?["$ref"]?.string else { return schema }
    return reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?.member(String($1)) }
  }

  // MARK: JSON

  private func list(_ json: JSONValue?, or single: JSONValue? = nil) -> [JSONValue] {
    guard let json, json.kind == .array else { return single.map { [$0] } ?? [] }
    return Array(json.elements)
  }
  private func texts(_ json: JSONValue?) -> [String] { list(json).compactMap(\.string) }
  /// Returns the code and reason of each error.
  private func refusals(_ json: JSONValue?) -> [String] {
    list(json).map { "\($0["code"]?.integer ?? 0)_\($0["data"]?["reason"]?.string ?? "")" }
  }
  private func members(_ json: JSONValue?) -> [(name: String, value: JSONValue)] {
    json.map { $0.members.map { ($0.name, $0.value) } } ?? []
  }
  private func named(_ json: JSONValue?) -> [String: JSONValue] {
    Dictionary(list(json).map { ($0["name"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
