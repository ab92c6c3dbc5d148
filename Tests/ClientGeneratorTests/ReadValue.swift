import MovieNightKit

/// A value that can be decoded from an answer and stored in any format.
typealias ReadValue = Codable & Hashable & Sendable
