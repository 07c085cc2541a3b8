/// Whom a connection belongs to when the origin has done its part.
enum Ending {
  case done, handedToStream
}

extension HandoffAdvertiser {
  /// Talks with one receiver, until one of the two ends it.
  nonisolated func serve(_ conversation: Conversation) async {
    do throws(HandoffError) {
      let (application, request) = try await timing.limit(to: timing.answer) {
        () async throws(HandoffError) in
        let application = try await conversation.introduce(self.application, as: .origin)
        return (application, try await conversation.receiveUnlessEnded())
      }
      if try await answer(request, of: application, over: conversation) == .done {
        await conversation.connection.close()
      }
    } catch {
      await conversation.end(because: error)
      if error != .connectionUnavailable, error != .cancelled {
        await source.noticed(.connectionEnded(error))
      }
    }
  }

  private nonisolated func answer(
    _ request: Message?, of application: String, over conversation: Conversation
  ) async throws(HandoffError) -> Ending {
    switch request {
    case nil: return .done  // it only wanted to know who is here
    case .watch:
      try await showOffers(over: conversation)
      return .done
    case .accept(let token, let receipt, let limit):
      return try await handOver(token, receipt, limit: limit, to: application, over: conversation)
    case .acknowledge(let token, let receipt):
      return try await confirm(token, receipt, by: application, over: conversation)
    default: throw .violation(.outOfOrder)
    }
  }

  /// Shows all offers whenever they change, until the receiver ends it; it has nothing to say meanwhile.
  private nonisolated func showOffers(over conversation: Conversation) async throws(HandoffError) {
    let (watcher, changes) = await addWatcher()
    let outcome = await withTaskGroup(of: Result<Void, HandoffError>.self) { group in
      group.addTask {
        do throws(HandoffError) {
          for await offers in changes { try await conversation.send(.offers(offers)) }
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do throws(HandoffError) {
          guard try await conversation.receiveUnlessEnded() == nil else { throw .violation(.outOfOrder) }
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
    await removeWatcher(watcher)
    try outcome.get()
  }
}
