import Domain
import Projections
import WritePath

/// The areas that a server serves, as each module lists them.
package struct ServerAreas: Sendable {
  package var events: EventSchema
  package var commands: CommandAreas
  package var readModels: ReadModelAreas
  package var methods: MethodTable

  package init(events: EventSchema, commands: CommandAreas, readModels: ReadModelAreas, methods: MethodTable) {
    self.events = events
    self.commands = commands
    self.readModels = readModels
    self.methods = methods
  }

  /// Those of this program.
  package static let current = ServerAreas(
    events: .current, commands: .current, readModels: .current, methods: .current)
}
