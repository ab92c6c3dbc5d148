/// The refusals that all methods, all with a token, or all commands share: documented once, not at each method.
public struct CommonRefusals: Sendable {
  public let ofMethods: Set<Refusal>
  /// Shared by all methods that require authentication.
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

  /// The method's refusals that are not shared.
  public func own(of method: MethodDescription) -> [Refusal] {
    method.refusals.filter { refusal in
      !ofMethods.contains(refusal) && !(method.access != .everyone && ofMembers.contains(refusal))
        && !(method.kind == .command && ofCommands.contains(refusal))
    }
  }
}
