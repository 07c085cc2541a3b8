package import Activities
internal import Answers
package import Importers

/// Reads the sources that the user agreed to again, each hour.
///
/// It does what `hunch import auto --again` does. When it was done last is on the disk, so that
/// neither a restart nor a timer besides it repeats it.
package actor HourlyImport {
  /// When to read.
  package struct Timing: Sendable {
    /// The time after the start in which nothing is read, because users begin to work then.
    package var delay = Duration.seconds(180)
    /// The time between two readings.
    package var period = Duration.seconds(3_600)

    package init() {}
  }

  private let renewal: SourceRenewal?
  private let timing: Timing
  /// The moment of the next look, in milliseconds since 1970; `nil` before the first call.
  private var next: Int64?
  /// The reason why the last run ended early, without users' data.
  private var problem: String?

  /// - Parameters:
  ///   - renewal: Reads the sources; `nil` if the user has no folder for the agreement.
  ///   - timing: When to read.
  package init(_ renewal: SourceRenewal?, timing: Timing = Timing()) {
    (self.renewal, self.timing) = (renewal, timing)
  }

  /// Reads the sources if it is time to.
  ///
  /// Errors are kept for ``status``, and do not end anything.
  ///
  /// - Parameters:
  ///   - now: The present moment.
  ///   - store: Opens the store; `nil` if there is none, as reading does not create one.
  package func runIfDue(
    at now: Instant, into store: @Sendable () async throws -> (any DonationStore)?
  ) async {
    guard let renewal, isDue(at: now.milliseconds) else { return }
    // Another call must not begin while this one is reading.
    next = now.milliseconds + timing.period.milliseconds
    do {
      if let last = renewal.last.last, last.milliseconds <= now.milliseconds,
        now.milliseconds - last.milliseconds < timing.period.milliseconds
      {
        next = last.milliseconds + timing.period.milliseconds
        return
      }
      guard try !renewal.sources().isEmpty, let log = try await store() else { return problem = nil }
      _ = try await renewal.run(into: log, at: now)
      problem = nil
    } catch is CancellationError {
      next = now.milliseconds
    } catch {
      problem = "\(error)"
    }
  }

  private func isDue(at now: Int64) -> Bool {
    guard let due = next else {
      next = now + timing.delay.milliseconds
      return timing.delay <= .zero
    }
    // After the clock was set back, an hour must not become a year.
    return now >= due || due - now > max(timing.period, timing.delay).milliseconds
  }

  /// The results of the last readings, and the problems that keep sources from being read.
  var status: ImportStatus {
    guard let renewal else { return ImportStatus(sources: 0, problem: nil) }
    do {
      let (sources, last) = (try renewal.sources(), renewal.last)
      var status = ImportStatus(sources: sources.count, last: last.last, problem: problem)
      for source in sources {
        guard let reading = last[source.path] else { continue }
        status.add(
          reading.added, stayedForgotten: reading.stayedForgotten, reading.rules, of: source.name,
          problem: reading.problem)
      }
      return status
    } catch { return ImportStatus(sources: 0, problem: "\(error)") }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
