import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore

/// The guide for calendar apps: as a file, and at a secret address without signing in.
///
/// The page keeps for each address a token of its own, in a file like that of the sessions. The token is among the member's devices,
/// and revoking it there ends the address, too.
enum CalendarPages {
  static let path = "\(GuidePages.path)/calendar"
  /// The label of a calendar's token among the devices.
  static let label = "Calendar"
  private static let file = "movienight.ics"
  private static let days = 90
  /// The pages of a calendar: one a calendar month.
  private static let maximumPages = 5

  static func register(in pages: inout Pages) {
    let texts = CalendarTexts()

    pages.get(path) { visit in
      let address = visit.site.calendars.all(of: visit.member).first.map {
        "\(visit.visitor.origin)\(publicPath($0.id))"
      }
      return .screen(Screen(texts.heading, template: "calendar", model: CalendarScreen(address: address)))
    }
    pages.get("\(path)/\(file)") { visit in
      .response(response(try await calendar(visit.catalogClient, visit.reader.today), isDownload: true))
    }
    pages.post("\(path)/make", returningTo: path) { visit, _ in
      let new = try await visit.site.calendar(for: visit.session)
      for old in visit.site.calendars.all(of: visit.member) { try await visit.site.revoke(old, with: visit.client) }
      for entry in visit.site.calendars.add(new) { visit.site.forget(calendar: entry) }
      return .done(to: path, notice: Notice(text: texts.made))
    }
    pages.post("\(path)/revoke", returningTo: path) { visit, _ in
      for old in visit.site.calendars.all(of: visit.member) { try await visit.site.revoke(old, with: visit.client) }
      return .done(to: path, notice: Notice(text: texts.revoked))
    }

    pages.getForAll("/calendar/:secret/\(file)") { visitor in
      // Calendar apps go on asking for an old address. A secret of 256 bits cannot be guessed, so these need no limit.
      guard let entry = visitor.site.calendars.find(visitor.parameter("secret"), at: visitor.site.now()) else {
        throw PageError.notFound
      }
      do {
        let client = visitor.site.connections.clients(of: entry).patient
        let calendar = try await calendar(client, visitor.reader.today)
        if visitor.headers[.ifNoneMatch] == calendar.tag {
          return .response(Response(status: .notModified, headers: [.eTag: calendar.tag]))
        }
        return .response(response(calendar, isDownload: false))
      } catch let error as ClientError where error.refusal?.code == 401 {
        visitor.site.forget(calendar: entry)
        throw PageError.notFound
      }
    }
  }

  static func publicPath(_ secret: String) -> String { "/calendar/\(secret)/\(file)" }

  private static func calendar(_ client: MovieNightClient, _ today: CalendarDate) async throws -> CalendarFile {
    let last = today.advanced(byDays: days - 1)
    var parts: [GuideCalendar] = []
    var first = Optional(today)
    while let day = first, parts.count < maximumPages {
      let part = try await client.guide.calendar(startDate: day, endDate: last, today: today, reminders: true)
      parts.append(part)
      first = part.nextStartDate.flatMap { $0 > day ? $0 : nil }
    }
    return CalendarFile(parts)
  }

  private static func response(_ calendar: CalendarFile, isDownload: Bool) -> Response {
    var response = Response(
      status: .ok,
      headers: [
        .contentType: "text/calendar; charset=utf-8", .cacheControl: "private, no-cache", .eTag: calendar.tag,
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: calendar.text)))
    if isDownload { response.headers[.contentDisposition] = "attachment; filename=\"\(file)\"" }
    return response
  }
}

/// A calendar in the format of RFC 5545.
struct CalendarFile: Sendable {
  let text: String
  /// Equal for equal calendars.
  let tag: String

  /// Joins the calendars of consecutive days into one.
  init(_ parts: [GuideCalendar]) {
    text = Self.joined(parts.map { $0.text ?? "" })
    tag = "\"" + parts.map(\.etag).joined(separator: "-") + "\""
  }

  private static func joined(_ calendars: [String]) -> String {
    guard calendars.count > 1 else { return calendars.first ?? "" }
    let (begin, end) = ("BEGIN:VEVENT", "END:VCALENDAR")
    // A line of a text cannot be mistaken for these, because it begins with a space or the name of a property.
    let lines = calendars.map { $0.split(separator: "\r\n") }
    let head = lines[0].prefix { $0 != begin && $0 != end }
    let events = lines.flatMap { $0.drop { $0 != begin }.prefix { $0 != end } }
    return (head + events + [Substring(end)]).map { $0 + "\r\n" }.joined()
  }
}

/// The page about calendars for other apps.
struct CalendarScreen: Sendable {
  let texts = CalendarTexts()
  let address: String?
  let downloadPath = "\(CalendarPages.path)/movienight.ics"
  let guidePath = GuidePages.path
  let devicesPath = HouseholdPages.devicesPath
}

extension Site {
  /// Makes the entry of a calendar, whose id is the secret in the address, with a token of its own.
  func calendar(for session: WebSession) async throws -> WebSession {
    if session.isDemo {
      return WebSession(
        token: session.token, tokenID: nil, member: session.member, household: session.household, now: now())
    }
    let client = connections.clients(of: session).quick
    let issued = try await client.tokens.issue(label: CalendarPages.label, secret: Secrets.make())
    guard let token = issued.token else { throw PageError.internalError }
    return WebSession(
      token: token, tokenID: issued.tokenID, member: session.member, household: session.household, now: now())
  }

  /// Ends a calendar's address and its token.
  func revoke(_ entry: WebSession, with client: MovieNightClient) async throws {
    if let id = entry.tokenID {
      do { try await client.tokens.revoke(id) } catch let error as ClientError where error.reason == .unknownToken {
        // It was revoked under devices.
      }
    }
    forget(calendar: entry)
  }

  func forget(calendar entry: WebSession) {
    calendars.remove(entry.id)
    if !entry.isDemo { connections.forget(token: entry.token) }
  }
}
