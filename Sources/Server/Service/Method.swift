import Commands
import Domain
import EventStore
import ProtocolSchema
import WritePath

/// A method: its parameters and result, its callers, and the work of a call. A class: each request passes it on.
package final class Method: Sendable {
  package let name: String
  /// The method's purpose, in one sentence.
  let summary: String
  let kind: Kind
  let access: Access
  /// The method's own parameters. A command's are followed by the parameters of every command.
  let parameters: [any DeclaredParameter]
  let parameterNames: [StaticString]
  /// Groups of parameters. A request must have at least one of each group.
  let alternatives: [[StaticString]]
  /// Creates the result's type. A function, so that a starting server creates no unused types.
  private let result: @Sendable () -> ObjectType
  private let refusals: [Refusal]
  private let notifications: [NotificationDescription]
  let preparation: Preparation
  /// Whether a command waits for its lookup like a query, so that its connection's other requests can pass it.
  let waitsInBackground: Bool
  let prepare: @Sendable (Parameters, Caller) throws(Refusal) -> Work

  package typealias Kind = MethodDescription.Kind

  /// The thread on which a method's requests are prepared. Work that may block must not run on the event loop.
  package enum Preparation: Sendable {
    case immediate
    /// The preparation computes a digest, or reads data that commands do not change.
    case onWorker
  }

  package enum Access: Sendable {
    /// Anyone, even without authentication.
    case everyone
    /// Anyone who has a secret, even without authentication. An unknown secret counts as a failed authentication.
    case bySecret
    /// Members and administrators.
    case authenticated
    case administrator
  }

  private init(
    _ name: String, _ summary: String, _ kind: Kind, _ access: Access, takes parameters: [any DeclaredParameter],
    needsOneOf alternatives: [[StaticString]] = [], gives result: @escaping @Sendable () -> ObjectType,
    refuses refusals: [Refusal],
    notifies notifications: [NotificationDescription] = [], preparation: Preparation = .immediate,
    waitsInBackground: Bool = false, _ prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> Work
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.access = access
    self.parameters = kind == .command ? parameters + CommandParameters.all : parameters
    parameterNames = self.parameters.map(\.field.name)
    self.alternatives = alternatives
    self.result = result
    self.refusals = refusals
    self.notifications = notifications
    self.preparation = preparation
    self.waitsInBackground = waitsInBackground
    self.prepare = prepare
  }

  package static func query(
    _ name: String, _ summary: String, _ access: Access = .authenticated,
    takes parameters: [any DeclaredParameter] = [],
    gives result: @autoclosure @escaping @Sendable () -> ObjectType, refuses refusals: [Refusal] = [],
    _ prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> any Query
  ) -> Method {
    Method(name, summary, .query, access, takes: parameters, gives: result, refuses: refusals) {
      (parameters, caller) throws(Refusal) in .query(try prepare(parameters, caller))
    }
  }

  /// Declares a read-only method whose query declares its result.
  package static func query<Asked: ResultQuery>(
    _ name: String, _ summary: String, _ access: Access = .authenticated,
    takes parameters: [any DeclaredParameter] = [], refuses refusals: [Refusal] = [],
    _ prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> Asked
  ) -> Method {
    query(name, summary, access, takes: parameters, gives: Asked.result.type, refuses: refusals) {
      (parameters, caller) throws(Refusal) in try prepare(parameters, caller)
    }
  }

  /// Declares a read-only method that may have to look something up before its query.
  package static func query<Asked: ResultQuery>(
    _ name: String, _ summary: String, _ access: Access = .authenticated,
    takes parameters: [any DeclaredParameter] = [], refuses refusals: [Refusal] = [],
    lookingUp prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> Lookup<Asked>
  ) -> Method {
    Method(name, summary, .query, access, takes: parameters, gives: { Asked.result.type }, refuses: refusals) {
      (parameters, caller) throws(Refusal) in Work(try prepare(parameters, caller).map { .query($0) })
    }
  }

  /// Declares a read-only method whose lookup returns the result. Without a query, the answer is not cached.
  package static func query<Shown>(
    _ name: String, _ summary: String, _ access: Access = .authenticated,
    takes parameters: [any DeclaredParameter] = [],
    gives result: @autoclosure @escaping @Sendable () -> ResultObject<Shown>, refuses refusals: [Refusal] = [],
    lookingUp prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> Lookup<Shown>
  ) -> Method {
    Method(name, summary, .query, access, takes: parameters, gives: { result().type }, refuses: refusals) {
      (parameters, caller) throws(Refusal) in
      Work(try prepare(parameters, caller).map { .answer(result().bytes(of: $0)) })
    }
  }

  /// Declares a command, a method that records events. Adds the parameters, members and refusals of commands.
  package static func command<Shown>(
    _ name: String, _ summary: String, _ access: Access = .authenticated,
    takes parameters: [any DeclaredParameter] = [],
    needsOneOf alternatives: [[StaticString]] = [],
    gives result: @autoclosure @escaping @Sendable () -> ResultObject<Shown>,
    refuses refusals: [Refusal] = [], preparation: Preparation = .immediate, waitsInBackground: Bool = false,
    _ prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> PreparedCommand<Shown>
  ) -> Method {
    let ignored = ["command_id"] + parameters.filter(\.isPersonal).map { "\($0.field.name)" }
    return Method(
      name, summary, .command, access, takes: parameters, needsOneOf: alternatives, gives: { result().type },
      refuses: refusals, preparation: preparation, waitsInBackground: waitsInBackground
    ) { (parameters, caller) throws(Refusal) in
      let mark = try parameters.commandMark(method: name, ignoring: ignored)
      let expectedRevision = try parameters[CommandParameters.expectedRevision]
      let actsForSomebody = try parameters[CommandParameters.actingAs] != nil
      @Sendable func work(_ prepared: PreparedCommand<Shown>) throws(Refusal) -> Work {
        var submission = prepared.submission
        if submission.sender.isMember {
          // Other senders have no member in the household. A token of their connection belongs to another household.
          submission.token = caller.token
        } else if actsForSomebody {
          // Only members can act for others. The decider checks whether this sender may act for that member.
          throw Refusal.cannotActAs
        }
        submission.mark = mark
        submission.expectedRevision = expectedRevision
        return .command(submission, result().answer(prepared.read))
      }
      let prepared = try prepare(parameters, caller)
      guard let begin = prepared.lookup else { return try work(prepared) }
      let lookup = try Lookup.pending(begin).map { (prepared) throws(Refusal) in try work(prepared) }
      // The committer looks for the receipt. This only spares a repeated command the lookup, which could fail by now. A
      // command without an id cannot be sent again.
      guard let mark else { return .pending(lookup) }
      let receipt = ReceiptKey(of: prepared.submission.sender, mark)
      var substitute = prepared
      substitute.submission.command = CarriedOutBefore(prepared.submission.command)
      let repeated = try work(substitute)
      return .pending(
        try Lookup.known(()).moved(to: caller.perform).then { (_) throws(Refusal) in
          do throws(StoreError) {
            return try caller.queries.store.receipt(for: receipt) == nil ? lookup : .known(repeated)
          } catch {
            throw .storeUnavailable
          }
        })
    }
  }

  static func control(
    _ name: String, _ summary: String, _ access: Access, takes parameters: [any DeclaredParameter] = [],
    needsOneOf alternatives: [[StaticString]] = [], gives result: @autoclosure @escaping @Sendable () -> ObjectType,
    refuses refusals: [Refusal] = [],
    notifies notifications: [NotificationDescription] = [], preparation: Preparation = .immediate,
    _ prepare: @escaping @Sendable (Parameters, Caller) throws(Refusal) -> Control
  ) -> Method {
    Method(
      name, summary, .control, access, takes: parameters, needsOneOf: alternatives, gives: result, refuses: refusals,
      notifies: notifications, preparation: preparation
    ) { (parameters, caller) throws(Refusal) in
      .control(try prepare(parameters, caller))
    }
  }
}

extension Method {
  package var description: MethodDescription {
    let further = kind == .command ? CommandParameters.all : []
    return MethodDescription(
      name: name, summary: summary, kind: kind, access: access.described,
      parameters: parameters.dropLast(further.count).map(\.field), before: further.map(\.field),
      alternatives: alternatives.map { $0.map(\.description) },
      result: result(), adding: kind == .command ? CommandTypes.recorded.fields : [], refusals: allRefusals,
      notifications: notifications)
  }

  /// All refusals of the method, sorted and without duplicates.
  private var allRefusals: [Refusal] {
    var all = Set(refusals + Refusal.ofEveryMethod)
    if kind == .command { all.formUnion(Refusal.ofEveryCommand) }
    if access == .authenticated || access == .administrator { all.insert(.notAuthenticated) }
    if access == .administrator { all.insert(.notAllowed) }
    if parameterNames.contains(where: { $0.description == "household_id" }) {
      all.formUnion([.notAMember, .unknownHousehold])
    }
    return Refusal.sorted(all)
  }
}

extension Method.Access {
  fileprivate var described: MethodDescription.Access {
    switch self {
    case .everyone, .bySecret: .everyone
    case .authenticated: .authenticated
    case .administrator: .administrator
    }
  }
}

package struct MethodTable: Sendable {
  package let all: [Method]
  private let byName: [String: Method]
  private let events: EventSchema

  /// Collects the methods, whose names must be unique, and the `events` that the methods show.
  package init(areas: [[Method]], events: EventSchema) {
    self.events = events
    all = areas.flatMap(\.self)
    byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }

  package subscript(name: String) -> Method? { byName[name] }

  /// The names of all methods, sorted.
  package var names: [String] { byName.keys.sorted() }

  package var description: ProtocolDescription {
    ProtocolDescription(
      number: Version.ofProtocol, version: Version.current, methods: all.map(\.description),
      events: events.descriptions, refusalsOfConnections: Refusal.ofConnections)
  }

  package static let current = ServerAreas.current.methods
}
