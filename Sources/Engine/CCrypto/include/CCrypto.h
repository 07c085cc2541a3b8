#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// OpenSSL's libcrypto, as plain functions. Its headers are included by the source file only.
//
// Functions that answer with an int return 0, or hunch_crypto_failed if the library has no memory. None of them reads OpenSSL's
// configuration, and none leaves anything in the thread's queue of errors.

enum {
  hunch_digest_length = 32, // SHA-256, and codes made of it
  hunch_key_length = 32,    // AES-256
  hunch_nonce_length = 12,
  hunch_tag_length = 16,

  hunch_crypto_failed = -1,
  hunch_not_authentic = 1,
};

// SHA-256 (FIPS 180-4). It takes no memory and cannot fail.
struct hunch_sha256 {
  uint64_t words[14]; // OpenSSL's SHA256_CTX
};
void hunch_sha256_begin(struct hunch_sha256 *hash);
void hunch_sha256_update(struct hunch_sha256 *hash, const void *bytes, size_t count);
// Writes the digest; the hash is used up.
void hunch_sha256_finish(struct hunch_sha256 *hash, void *digest);

// HMAC-SHA256 (RFC 2104) with one key; threads may share it.
struct hunch_hmac;
// NULL if there is no memory.
struct hunch_hmac *hunch_hmac_make(const void *key, size_t key_count);
int hunch_hmac_code(const struct hunch_hmac *hmac, const void *bytes, size_t count, void *code);
// Overwrites what came from the key.
void hunch_hmac_free(struct hunch_hmac *hmac);

// HKDF-SHA256 (RFC 5869); also fails if more is asked for than 255 digests, or the key is empty.
int hunch_hkdf(const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info, size_t info_count,
               void *derived, size_t derived_count);

// AES-256-GCM (NIST SP 800-38D). A box is nonce, ciphertext and tag, one behind the other; `count` is that of the bytes in it.
// `context` is authenticated and not kept. The box has to begin with the nonce already.
int hunch_aes_gcm_seal(const void *key, const void *context, size_t context_count, const void *plain, size_t count, void *box);
// hunch_not_authentic, with `plain` overwritten, if the box was not sealed so.
int hunch_aes_gcm_open(const void *key, const void *context, size_t context_count, const void *box, size_t count, void *plain);

// Whether bytes are equal, in a time that does not depend on them.
bool hunch_equal(const void *left, const void *right, size_t count);

// Overwrites bytes with zeros, whether or not they are read afterwards.
void hunch_clear(void *bytes, size_t count);
