/// What any method, any with a token, or any command can be refused with: told once, not at each of them.
public struct CommonRefusals: Sendable {
  public let ofMethods: Set<Refusal>
  /// Of every method that is not for everyone.
  public let ofMembers: Set<Refusal>
  public let ofCommands: Set<Refusal>

  public init(_ methods: [MethodDescription]) {
    ofMethods = Self.shared(by: methods)
    ofMembers = Self.shared(by: methods.filter { $0.access != .everyone }).subtracting(ofMethods)
    ofCommands = Self.shared(by: methods.filter { $0.kind == .command }).subtracting(ofMethods)
  }

  private static func shared(by methods: [MethodDescription]) -> Set<Refusal> {
    guard let first = methods.first else { return [] }
    return methods.dropFirst().reduce(into: Set(first.refusals)) { $0.formIntersection($1.refusals) }
  }

  /// Those of the method that are not of all others too.
  public func own(of method: MethodDescription) -> [Refusal] {
    method.refusals.filter { refusal in
      !ofMethods.contains(refusal) && !(method.access != .everyone && ofMembers.contains(refusal))
        && !(method.kind == .command && ofCommands.contains(refusal))
    }
  }
}
