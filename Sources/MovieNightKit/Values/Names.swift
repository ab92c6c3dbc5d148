import MovieNightPrimitives

// The types of this library's values, for apps that import nothing else.

/// A day without a time.
public typealias CalendarDate = MovieNightPrimitives.CalendarDate
/// A UUID of one kind of thing.
public typealias Identifier = MovieNightPrimitives.Identifier
/// A validated JSON text.
public typealias JSONDocument = MovieNightPrimitives.JSONDocument
/// An error in a JSON text or in its contents.
public typealias JSONError = MovieNightPrimitives.JSONError
/// A value that can be written as JSON as the protocol has it.
public typealias JSONWritable = MovieNightPrimitives.JSONWritable
/// A value in a ``JSONDocument``.
public typealias JSONValue = MovieNightPrimitives.JSONValue
/// Writes a JSON text.
public typealias JSONWriter = MovieNightPrimitives.JSONWriter
/// A point in time.
public typealias Timestamp = MovieNightPrimitives.Timestamp
