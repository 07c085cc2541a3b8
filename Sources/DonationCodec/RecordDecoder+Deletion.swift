internal import Activities

extension RecordDecoder {
  mutating func deletion(_ members: borrowing Members) throws(RecordError) -> Deletion {
    let instant = try time(in: members)
    let user = try user(in: members)
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = try string(.persistentIdentifier, in: members)
    criteria.externalIdentifier = try string(.id, in: members)
    criteria.relatedUniqueIdentifier = try string(.relatedUniqueIdentifier, in: members)
    criteria.activityType = try string(.activityType, in: members)
    criteria.program = try string(.program, in: members)
    criteria.since = try self.instant(.since, in: members)
    criteria.until = try self.instant(.until, in: members)
    criteria.all = try boolean(.all, in: members) ?? false
    let origin: Deletion.Origin? = try word(.origin, in: members)
    let additionalFields = try additionalFields(of: members, besides: .deletion)
    do {
      return try Deletion(
        by: user, at: instant, matching: criteria, origin: origin ?? criteria.usualOrigin,
        additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}

extension Deletion.Criteria {
  /// Who asks for it if a line does not say: only programs know the names that they gave to their activities and items.
  var usualOrigin: Deletion.Origin {
    persistentIdentifier != nil || relatedUniqueIdentifier != nil ? .program : .user
  }
}
