import MovieNightPrimitives

// Aliases of types from MovieNightPrimitives, so that apps need to import only this module.

/// A day without a time.
public typealias CalendarDate = MovieNightPrimitives.CalendarDate
/// A UUID whose type includes the kind of thing that it identifies.
public typealias Identifier = MovieNightPrimitives.Identifier
/// A validated JSON text.
public typealias JSONDocument = MovieNightPrimitives.JSONDocument
/// An error in a JSON text or in its contents.
public typealias JSONError = MovieNightPrimitives.JSONError
/// A value that can be written as JSON in the protocol's format.
public typealias JSONWritable = MovieNightPrimitives.JSONWritable
/// A value in a ``JSONDocument``.
public typealias JSONValue = MovieNightPrimitives.JSONValue
/// A writer of JSON text.
public typealias JSONWriter = MovieNightPrimitives.JSONWriter
/// A point in time.
public typealias Timestamp = MovieNightPrimitives.Timestamp
