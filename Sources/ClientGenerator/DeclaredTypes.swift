import ProtocolSchema

/// The types that occur in the declarations. Each is listed once, in the area that mentions it first.
struct DeclaredTypes {
  private(set) var objects: [ObjectDeclaration] = []
  private(set) var enums: [EnumDeclaration] = []
  private(set) var kinds: [String] = []

  init(_ declarations: Declarations) throws(GeneratorError) {
    for method in declarations.methods {
      let area = Names.parts(ofMethod: method.name).area
      for field in method.parameters where declarations.wording.exceptions[method.name] == nil {
        guard field.type.onlyWord == nil else { continue }
        let place = Place(area: area, path: "`\(field.name)` of `\(method.name)`", summary: field.summary)
        try add(field, place, isSent: true)
      }
      if let name = method.resultName, !declarations.wording.untyped.contains(method.name) {
        try add(method.ownResult, as: name, Place(area: area, path: name))
      }
    }
    for notification in declarations.notifications
    where !declarations.wording.untyped.contains(notification.name) {
      let place = Place(area: Names.parts(ofMethod: notification.name).area, path: notification.name)
      try add(.object(notification.parameters), place, isSent: false)
    }
    for event in declarations.events {
      try add(.object(event.data), Place(area: "event_payloads", path: event.name), isSent: false)
    }
    for refusal in declarations.refusals {
      for field in refusal.data.map(\.field) {
        let path = "`\(field.name)` of `\(refusal.reason)`"
        try add(field, Place(area: "refusals", path: path, summary: field.summary), isSent: false)
      }
    }
  }

  private struct Place {
    let area: String
    let path: String
    var summary = ""
  }

  private mutating func add(_ field: WireField, _ place: Place, isSent: Bool) throws(GeneratorError) {
    // The client has a hand-written type for this field, so nothing is generated.
    if case .enumeration(let enumeration) = field.type, let type = field.swiftType(), type != enumeration.name {
      return
    }
    try add(field.type, place, isSent: isSent)
  }

  private mutating func add(_ type: ValueType, _ place: Place, isSent: Bool) throws(GeneratorError) {
    switch type {
    case .bool, .integer, .number, .text, .time, .date, .document: break
    case .either: if type.swiftType() == nil { throw .noType(at: place.path) }
    case .id(let kind): if !kinds.contains(kind) { kinds.append(kind) }
    case .enumeration(let enumeration): try add(enumeration, place)
    case .list(let element, _, _): try add(element, place, isSent: isSent)
    case .object(let object):
      guard let name = object.name else { throw .unnamed(at: place.path) }
      try add(object, as: name, place, isSent: isSent)
    }
  }

  private mutating func add(_ enumeration: EnumType, _ place: Place) throws(GeneratorError) {
    if let known = enums.first(where: { $0.name == enumeration.name }) {
      guard known.words == enumeration.words else { throw .twoTypes(enumeration.name) }
      return
    }
    if objects.contains(where: { $0.name == enumeration.name }) { throw .twoTypes(enumeration.name) }
    // A summary that begins with "null" says when the value is missing, and does not describe the words.
    let describesWords = !place.summary.isEmpty && !place.summary.hasPrefix("null")
    let summary = describesWords ? ": \(Sentences.inSwift(place.summary))" : ""
    enums.append(
      EnumDeclaration(
        name: enumeration.name, area: place.area, words: enumeration.words,
        summary: "A value of \(place.path.replacing("` of `", with: "` in `"))\(summary)."))
  }

  private mutating func add(
    _ object: ObjectType, as name: String, _ place: Place, isSent: Bool = false
  ) throws(GeneratorError) {
    let declared = try ObjectDeclaration(object, name: name, area: place.area, isSent: isSent)
    if let index = objects.firstIndex(where: { $0.name == name }) {
      guard objects[index].hasSameShape(as: declared) else { throw .twoTypes(name) }
      if objects[index].isSent || !isSent { return }
      // Continues below, so that the nested types are marked as sent, too.
      objects[index].isSent = true
    } else {
      if enums.contains(where: { $0.name == name }) { throw .twoTypes(name) }
      objects.append(declared)
    }
    for field in object.fields {
      let path = "``\(name)/\(Names.lowerCamel(field.name.description))``"
      try add(field, Place(area: place.area, path: path, summary: field.summary), isSent: isSent)
    }
  }
}

extension MethodDescription {
  /// The name of the result's struct; nil if the result is empty.
  var resultName: String? {
    if let name = ownResult.name { return name }
    guard kind == .command || !ownResult.fields.isEmpty else { return nil }
    let parts = Names.parts(ofMethod: name)
    return "\(Names.upperCamel(parts.area))\(Names.upperCamel(parts.verb))Result"
  }

  /// The client's type for the result. A command's result is wrapped in `CommandResult`. Nil if the result is empty.
  var resultType: String? { resultName.map { kind == .command ? "CommandResult<\($0)>" : $0 } }
}
