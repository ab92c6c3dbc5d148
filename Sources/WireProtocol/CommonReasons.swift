/// What any method, any with a token, or any command can be refused with: told once, not at each of them.
public struct CommonReasons: Sendable {
  public let ofMethods: Set<Reason>
  /// Of every method that is not for everyone.
  public let ofMembers: Set<Reason>
  public let ofCommands: Set<Reason>

  public init(_ methods: [MethodDescription]) {
    ofMethods = Self.shared(by: methods)
    ofMembers = Self.shared(by: methods.filter { $0.access != .everyone }).subtracting(ofMethods)
    ofCommands = Self.shared(by: methods.filter { $0.kind == .command }).subtracting(ofMethods)
  }

  private static func shared(by methods: [MethodDescription]) -> Set<Reason> {
    guard let first = methods.first else { return [] }
    return methods.dropFirst().reduce(into: Set(first.refusals)) { $0.formIntersection($1.refusals) }
  }

  /// Those of the method that are not of all others too.
  public func own(of method: MethodDescription) -> [Reason] {
    method.refusals.filter { reason in
      !ofMethods.contains(reason) && !(method.access != .everyone && ofMembers.contains(reason))
        && !(method.kind == .command && ofCommands.contains(reason))
    }
  }
}
