import MovieNightPrimitives

/// A type of events, as clients read it.
public struct EventDescription: Sendable {
  /// What it says; its name is that of the type: `VoteCast`.
  public let data: ObjectType
  /// The version that is written today. Events of earlier ones are shown as they were recorded, and can lack fields.
  public let version: Int
  public let audience: Audience
  /// The fields that came with a later version than the first.
  public let lateFields: Set<String>

  /// Who may read what it says; that it happened, everybody in the household may see.
  public enum Audience: String, Sendable {
    case household
    /// The member it is about and, for a managed member, its parent.
    case memberAndParent = "member_and_parent"
    case nobody
  }

  public init(data: ObjectType, version: Int, audience: Audience, lateFields: Set<String> = []) {
    self.data = data
    self.version = version
    self.audience = audience
    self.lateFields = lateFields
  }

  /// - Parameter members: those of its data. Their names say what they are.
  public init(
    _ type: String, version: Int, audience: Audience, _ members: [FieldMember], lateFields: Set<String> = []
  ) {
    self.init(
      data: ObjectType(type, "", members.map(WireField.init)), version: version, audience: audience,
      lateFields: lateFields)
  }

  public var name: String { data.name ?? "" }

  /// Where `json` is not what an event of the type says; nil where it is.
  public func fault(inData json: JSONValue) -> Fault? { ValueType.object(data).fault(in: json, by: .record) }
}

extension WireField {
  fileprivate init(_ member: FieldMember) {
    let (shape, isNullable) =
      if case .optional(let shape) = member.shape { (shape, true) } else { (member.shape, false) }
    self.init(member.name, ValueType(shape), isRequired: true, isNullable: isNullable, "")
  }
}

extension ValueType {
  /// The type of what events hold. Objects inside have names of their own: methods show other things under the same ones.
  fileprivate init(_ shape: FieldShape) {
    self =
      switch shape {
      case .flag: .flag
      case .integer(let bounds): .integer(bounds)
      case .number: .number
      case .text(nil): .text()
      case .text(let bytes?): .text(.bytes(bytes))
      case .identifier(let kind): .id(of: Self.word(kind))
      case .time: .time
      case .date: .date
      case .choice(let name, let words): .choice(Choice(name, words))
      case .list(let element, let limit): .list(of: ValueType(element), atMost: limit)
      case .optional(let wrapped): ValueType(wrapped)
      case .object(let name, let members):
        .object(ObjectType("Recorded\(name)", "\(name), as an event holds it", members.map(WireField.init)))
      case .either(let shapes): .either(shapes.map(ValueType.init))
      }
  }

  /// `MemberKind` → `member`.
  private static func word(_ kind: String) -> String {
    let name = kind.hasSuffix("Kind") ? kind.dropLast(4) : kind[...]
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
