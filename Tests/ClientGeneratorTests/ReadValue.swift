import MovieNightKit

/// What can be read from an answer and stored in any form.
typealias ReadValue = Codable & Hashable & Sendable
