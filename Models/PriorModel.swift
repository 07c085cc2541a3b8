// PriorModel: Which weights are shipped with this version?

/// The default model for all users: trained on other people's donations, it knows the weight of
/// evidence, and nothing about any user.
///
/// Its bytes are part of the program, so that no file has to be found at run time. `prior/card.md`
/// documents its training data, its quality, and its limits.
public enum ShippedModel {
  /// The model file, in the safetensors format.
  public static var bytes: [UInt8] { PackageResources.model_safetensors }
}
