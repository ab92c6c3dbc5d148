import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore
import ServiceLifecycle

/// The event stream of an open page. Its script fetches again what has changed.
enum LiveRoutes {
  static let path = "/events/page"

  static func register(in pages: inout Pages) {
    pages.handle(.get, path) { [site = pages.site] request, context in
      let visitor = try site.visitor(request, context)
      guard let session = visitor.session else { return Response(status: .unauthorized) }
      let clients = site.connections.clients(of: session)
      let seen = request.headers[.lastEventID] ?? visitor.query["after"]
      let messages = await site.live.open(session, clients, after: seen.flatMap { Int($0) }.map { EventPosition($0) }) {
        await site.verify(session)
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ],
        body: ResponseBody { writer in
          // Browsers connect again after a random time, so that they do not all come at once after a restart.
          try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 1000...3000))\n\n"))
          try await request.body.consumeWithCancellationOnInboundClose { _ in
            for await message in messages.cancelOnGracefulShutdown() {
              try await writer.write(ByteBuffer(string: message.text))
            }
          }
          try await writer.finish(nil)
        })
    }
  }
}

extension HTTPField.Name {
  static let lastEventID = Self("Last-Event-ID")!
}

extension Site {
  /// Ends a session whose token no longer works.
  func verify(_ session: WebSession) async {
    do { _ = try await connections.clients(of: session).quick.households.get() } catch let error as ClientError {
      if error.refusal?.code == 401 { await end(session) }
    } catch {
      // Cancelled: whoever asked no longer needs the answer.
    }
  }
}
