import Activities
import Testing

@testable import Hints
