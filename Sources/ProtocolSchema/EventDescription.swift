import MovieNightPrimitives

/// A type of event, as clients see it.
public struct EventDescription: Sendable {
  /// The type of the event's data. Its name is the event's type, such as `VoteCast`.
  public let data: ObjectType
  /// The version of new events. Older events are returned as they were recorded, so they may lack fields.
  public let version: Int
  public let audience: Audience
  /// The fields that were added after the first version, which older events may lack.
  public let lateFields: Set<String>

  /// The members who may read the data. The whole household can see that the event happened.
  public enum Audience: String, Sendable {
    case household
    /// The member whom the event concerns and, if that is a managed member, the parent.
    case memberAndParent = "member_and_parent"
    case nobody
  }

  public init(data: ObjectType, version: Int, audience: Audience, lateFields: Set<String> = []) {
    self.data = data
    self.version = version
    self.audience = audience
    self.lateFields = lateFields
  }

  /// Creates the description of an event type. `members` are the members of the event's data, without descriptions.
  public init(
    _ type: String, version: Int, audience: Audience, _ members: [FieldMember], lateFields: Set<String> = []
  ) {
    self.init(
      data: ObjectType(type, "", members.map(WireField.init)), version: version, audience: audience,
      lateFields: lateFields)
  }

  public var name: String { data.name ?? "" }

  public func validationError(inData json: JSONValue) -> ValidationError? {
    ValueType.object(data).validationError(in: json, by: .record)
  }
}

extension WireField {
  fileprivate init(_ member: FieldMember) {
    let (shape, isNullable) =
      if case .optional(let shape) = member.shape { (shape, true) } else { (member.shape, false) }
    self.init(member.name, ValueType(shape), isRequired: true, isNullable: isNullable, "")
  }
}

extension ValueType {
  /// Converts a field's type. Nested objects get the prefix `Recorded`, as methods return others of these names.
  fileprivate init(_ shape: FieldShape) {
    self =
      switch shape {
      case .bool: .bool
      case .integer(let bounds): .integer(bounds)
      case .number: .number
      case .text(nil): .text()
      case .text(let bytes?): .text(.bytes(bytes))
      case .identifier(let kind): .id(of: Self.word(kind))
      case .time: .time
      case .date: .date
      case .enumeration(let name, let words): .enumeration(EnumType(name, words))
      case .list(let element, let limit): .list(of: ValueType(element), atMost: limit)
      case .optional(let wrapped): ValueType(wrapped)
      case .object(let name, let members):
        .object(ObjectType("Recorded\(name)", "\(name), as recorded in an event", members.map(WireField.init)))
      case .either(let shapes): .either(shapes.map(ValueType.init))
      }
  }

  private static func word(_ kind: String) -> String {
    let name = kind.hasSuffix("Kind") ? kind.dropLast(4) : kind[...]
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
