import Activities
import Continuation
import Testing
