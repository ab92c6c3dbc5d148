import Commands
import Domain
import Projections

/// The areas that a server serves, as each module lists them.
package struct ServerAreas: Sendable {
  package let events: EventSchema
  package let commands: CommandAreas
  package let readModels: ReadModelAreas
  /// The methods of each area.
  package let methodsOfAreas: @Sendable () -> [[Method]]

  /// - Parameter methods: Those of each area. Evaluated only when `methods` is read: all declarations together cost a
  ///   command of the command line a fifth of its start.
  package init(
    events: EventSchema, commands: CommandAreas, readModels: ReadModelAreas,
    methods: @autoclosure @escaping @Sendable () -> [[Method]]
  ) {
    self.events = events
    self.commands = commands
    self.readModels = readModels
    methodsOfAreas = methods
  }

  /// The methods of all areas, between those of the server and those of events, which depend on the areas. Made anew
  /// each time.
  package var methods: MethodTable {
    MethodTable(
      areas: [Method.ofServer(readModels)] + methodsOfAreas() + [Method.ofEvents(events, commands.textKinds)],
      events: events)
  }

  /// Those of this program.
  package static let current = ServerAreas(
    events: .current, commands: .current, readModels: .current,
    methods: [Method.ofHouseholds, Method.ofRounds, Method.ofLibrary, Method.ofCatalog])
}
