import Commands
import Domain
import Projections

package struct ServerAreas: Sendable {
  package let events: EventSchema
  package let commands: CommandAreas
  package let readModels: ReadModelAreas
  package let methodsOfAreas: @Sendable () -> [[Method]]

  /// Collects the declarations of the areas. Evaluates `methods` only when they are read, because creating the
  /// declarations of all methods would take a fifth of the start time of a command-line program.
  package init(
    events: EventSchema, commands: CommandAreas, readModels: ReadModelAreas,
    methods: @autoclosure @escaping @Sendable () -> [[Method]]
  ) {
    self.events = events
    self.commands = commands
    self.readModels = readModels
    methodsOfAreas = methods
  }

  /// The methods of the server, of all areas and of events. Each access creates them again.
  package var methods: MethodTable {
    MethodTable(
      areas: [Method.ofServer(readModels)] + methodsOfAreas() + [Method.ofEvents(events, commands.textKinds)],
      events: events)
  }

  package static let current = ServerAreas(
    events: .current, commands: .current, readModels: .current,
    methods: [
      Method.ofHouseholds, Method.ofRounds, Method.ofLibrary, Method.ofCatalog, Method.ofCollections, Method.ofGuide,
    ])
}
