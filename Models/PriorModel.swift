// PriorModel: Which weights are shipped with this version?

/// The model that everybody starts with: fitted on other people's donations, it knows what evidence
/// is worth, and nobody.
///
/// Its bytes are part of the program, so that nothing has to be found at run time. `prior/card.md`
/// says what it was fitted on, how good it is, and where its limits are.
public enum ShippedModel {
  /// The model file, in the safetensors format.
  public static var bytes: [UInt8] { PackageResources.model_safetensors }
}
