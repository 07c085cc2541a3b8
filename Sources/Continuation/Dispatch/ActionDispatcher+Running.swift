internal import Activities

extension ActionDispatcher {
  /// The way of one request, from the moment that it is numbered.
  func run<Performed: Action>(
    _ request: ActionRequest<Performed>, on presenter: Performed.Presenter, as activityType: String
  ) async throws -> ActionOutcome {
    stacks.add(request)
    let observers = observers
    let isObserved =
      !observers.isEmpty
      && events.begin { for observer in observers { await observer.actionWillBegin(request) } }
    let start = uptime?()
    let performed = await outcome(of: request, on: presenter)
    let duration = start.flatMap { start in uptime.map { $0() - start } }
    return try await completions.run(atOnce: publisher.center.isCallingOut) {
      traces(of: performed, request, as: activityType)
    } then: { traces in
      let result = await result(of: traces, request, terminatesFeature: performed.terminatesFeature)
      if performed.terminatesFeature { stacks.close(request.feature, in: request.session) }
      let completion = ActionCompletion(
        result: result, terminatesFeature: performed.terminatesFeature, duration: duration)
      if isObserved {
        events.add {
          for observer in observers { await observer.actionDidComplete(request, with: completion) }
        }
      }
      return result
    }.get()
  }

  /// What the action says, throws, or has to say because it was called off.
  ///
  /// What continues something also ends it.
  private func outcome<Performed: Action>(
    of request: ActionRequest<Performed>, on presenter: Performed.Presenter
  ) async -> ActionPerformOutcome {
    var outcome: ActionPerformOutcome
    do {
      outcome = try await withTaskExecutorPreference(Performed.preferredExecutor) {
        try await Performed.perform(request.context, presenter: presenter)
      }
      if outcome.error == nil, Task.isCancelled {
        outcome =
          outcome.terminatesFeature
          ? .failureWithFeatureTermination(CancellationError()) : .failure(CancellationError())
      }
    } catch {
      outcome = .failure(error)
    }
    return request.context.source.isContinuation ? outcome.terminatingFeature : outcome
  }

  /// What is made of a request's input, before anything is awaited: a mutable input may become something else.
  private struct Traces: Sendable {
    let draft: ActivityDraft
    let intentHints: Result<[IntentHint], any Error>
  }

  private func traces<Performed: Action>(
    of performed: ActionPerformOutcome, _ request: ActionRequest<Performed>, as activityType: String
  ) -> Result<Traces, any Error> {
    if let error = performed.error { return .failure(error) }
    return .success(
      Traces(
        draft: publisher.draft(of: request, as: activityType),
        intentHints: Result { try intentHints(of: request, as: activityType) }))
  }

  private func intentHints<Performed: Action>(
    of request: ActionRequest<Performed>, as activityType: String
  ) throws -> [IntentHint] {
    guard switches.areIntentHintsEnabled, intentRecorder != nil else { return [] }
    let context = request.context
    return try Performed.associatedIntents(for: context.input).map {
      IntentHint($0, source: activityType, user: context.user, instant: context.circumstances.instant)
    }
  }

  private func result<Performed: Action>(
    of traces: Result<Traces, any Error>, _ request: ActionRequest<Performed>, terminatesFeature: Bool
  ) async -> Result<ActionOutcome, any Error> {
    switch traces {
    case .failure(let error): return .failure(error)
    case .success(let traces):
      // In a task of its own: it was done, so it is kept, even if who asked for it has been called off by now.
      return await Task {
        let publication = await publication(of: traces.draft, request)
        return .success(
          ActionOutcome(
            publication: publication.map(\.donation), advice: (try? publication.get().advice) ?? [],
            intentHints: await kept(traces.intentHints), terminatesFeature: terminatesFeature))
      }.value
    }
  }

  private func publication<Performed: Action>(
    of draft: ActivityDraft, _ request: ActionRequest<Performed>
  ) async -> Result<Publication, any Error> {
    do {
      return .success(try await publisher.publish(draft, of: request))
    } catch {
      return .failure(error)
    }
  }

  private func kept(_ hints: Result<[IntentHint], any Error>) async -> Result<[IntentHint], any Error> {
    do {
      let hints = try hints.get()
      if !hints.isEmpty { try await intentRecorder?.record(hints) }
      return .success(hints)
    } catch {
      return .failure(error)
    }
  }
}
