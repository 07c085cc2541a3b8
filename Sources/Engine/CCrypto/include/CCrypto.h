#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// OpenSSL's libcrypto, as plain functions. Only the source file includes its headers.
//
// Functions that return an int return 0, or hunch_crypto_failed if the library has no memory. None
// of them reads OpenSSL's configuration, and none leaves anything in the thread's queue of errors.

enum {
  hunch_digest_length = 32, // SHA-256, and codes made of it
  hunch_key_length = 32,    // AES-256
  hunch_nonce_length = 12,
  hunch_tag_length = 16,

  hunch_crypto_failed = -1,
  hunch_not_authentic = 1,
};

// SHA-256 (FIPS 180-4). It allocates no memory and cannot fail.
struct hunch_sha256 {
  uint64_t words[14]; // OpenSSL's SHA256_CTX
};
void hunch_sha256_begin(struct hunch_sha256 *hash);
void hunch_sha256_update(struct hunch_sha256 *hash, const void *bytes, size_t count);
// Writes the digest and consumes the hash.
void hunch_sha256_finish(struct hunch_sha256 *hash, void *digest);

// HMAC-SHA256 (RFC 2104) with one key; threads may share it.
struct hunch_hmac;
// NULL if there is no memory.
struct hunch_hmac *hunch_hmac_make(const void *key, size_t key_count);
int hunch_hmac_code(const struct hunch_hmac *hmac, const void *bytes, size_t count, void *code);
// Overwrites all data derived from the key.
void hunch_hmac_free(struct hunch_hmac *hmac);

// HKDF-SHA256 (RFC 5869); also fails for more than 255 digests, or for an empty key.
int hunch_hkdf(const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info, size_t info_count,
               void *derived, size_t derived_count);

// AES-256-GCM (NIST SP 800-38D). A box is the nonce, ciphertext and tag in this order; `count` is
// its number of bytes of ciphertext. `context` is authenticated and not stored. The box must
// already begin with the nonce.
int hunch_aes_gcm_seal(const void *key, const void *context, size_t context_count, const void *plain, size_t count, void *box);
// hunch_not_authentic, with `plain` overwritten, if the box was not sealed so.
int hunch_aes_gcm_open(const void *key, const void *context, size_t context_count, const void *box, size_t count, void *plain);

// Whether bytes are equal, in constant time.
bool hunch_equal(const void *left, const void *right, size_t count);

// Overwrites bytes with zeros, whether or not they are read afterwards.
void hunch_clear(void *bytes, size_t count);
