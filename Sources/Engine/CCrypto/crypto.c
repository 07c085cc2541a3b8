#define OPENSSL_SUPPRESS_DEPRECATED // the SHA-256 below; see hunch_sha256_begin
#include "CCrypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <pthread.h>

// OpenSSL's algorithms are looked up once, in a separate context, so that the configuration of the
// surrounding program has no effect. They stay until the process ends, because other threads may
// still use them.
static OSSL_LIB_CTX *library;
static EVP_CIPHER *cipher;
static EVP_MAC_CTX *unkeyed;  // an HMAC that knows its digest and waits for a key
static pthread_once_t library_once = PTHREAD_ONCE_INIT, cipher_once = PTHREAD_ONCE_INIT, unkeyed_once = PTHREAD_ONCE_INIT;

static OSSL_PARAM digest_parameter(void) {
  return OSSL_PARAM_construct_utf8_string(OSSL_ALG_PARAM_DIGEST, "SHA256", 0);
}

static void make_library(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL);
  library = OSSL_LIB_CTX_new();
}

static void make_cipher(void) {
  pthread_once(&library_once, make_library);
  if (library) cipher = EVP_CIPHER_fetch(library, "AES-256-GCM", NULL);
}

static void make_unkeyed(void) {
  pthread_once(&library_once, make_library);
  EVP_MAC *mac = library ? EVP_MAC_fetch(library, OSSL_MAC_NAME_HMAC, NULL) : NULL;
  EVP_MAC_CTX *made = mac ? EVP_MAC_CTX_new(mac) : NULL;
  const OSSL_PARAM parameters[] = {digest_parameter(), OSSL_PARAM_construct_end()};
  if (made && EVP_MAC_CTX_set_params(made, parameters)) {
    unkeyed = made;
  } else {
    EVP_MAC_CTX_free(made);
  }
  EVP_MAC_free(mac);
}

// EVP's SHA-256 takes twice as long for the short texts of identities, allocates memory, and needs
// a millisecond at the start of the program until it is found. These older functions do just the
// arithmetic. Both use the same assembler.
_Static_assert(sizeof(SHA256_CTX) <= sizeof(struct hunch_sha256), "SHA256_CTX has grown");
_Static_assert(_Alignof(SHA256_CTX) <= _Alignof(struct hunch_sha256), "SHA256_CTX is aligned otherwise");

void hunch_sha256_begin(struct hunch_sha256 *hash) { SHA256_Init((SHA256_CTX *)hash); }

void hunch_sha256_update(struct hunch_sha256 *hash, const void *bytes, size_t count) {
  SHA256_Update((SHA256_CTX *)hash, bytes, count);
}

void hunch_sha256_finish(struct hunch_sha256 *hash, void *digest) { SHA256_Final(digest, (SHA256_CTX *)hash); }

struct hunch_hmac *hunch_hmac_make(const void *key, size_t key_count) {
  pthread_once(&unkeyed_once, make_unkeyed);
  ERR_set_mark();
  EVP_MAC_CTX *made = unkeyed ? EVP_MAC_CTX_dup(unkeyed) : NULL;
  if (made && !EVP_MAC_init(made, key ? key : "", key_count, NULL)) {
    EVP_MAC_CTX_free(made);
    made = NULL;
  }
  ERR_pop_to_mark();
  return (struct hunch_hmac *)made;
}

// A copy of the keyed context starts with the key's block already hashed.
int hunch_hmac_code(const struct hunch_hmac *hmac, const void *bytes, size_t count, void *code) {
  ERR_set_mark();
  EVP_MAC_CTX *copy = EVP_MAC_CTX_dup((const EVP_MAC_CTX *)hmac);
  size_t length = 0;
  bool done = copy && EVP_MAC_update(copy, bytes, count) && EVP_MAC_final(copy, code, &length, hunch_digest_length);
  EVP_MAC_CTX_free(copy);
  ERR_pop_to_mark();
  return done && length == hunch_digest_length ? 0 : hunch_crypto_failed;
}

void hunch_hmac_free(struct hunch_hmac *hmac) { EVP_MAC_CTX_free((EVP_MAC_CTX *)hmac); }

int hunch_hkdf(const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info, size_t info_count,
               void *derived, size_t derived_count) {
  pthread_once(&library_once, make_library);
  ERR_set_mark();
  EVP_KDF *kdf = library ? EVP_KDF_fetch(library, OSSL_KDF_NAME_HKDF, NULL) : NULL;
  EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
  const OSSL_PARAM parameters[] = {
      digest_parameter(),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
      OSSL_PARAM_construct_end(),
  };
  bool done = context && EVP_KDF_derive(context, derived, derived_count, parameters) > 0;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(kdf);
  ERR_pop_to_mark();
  return done ? 0 : hunch_crypto_failed;
}

// EVP_CipherUpdate for any number of bytes; it counts in int. Without `to`, the bytes are only
// authenticated.
static bool update(EVP_CIPHER_CTX *context, unsigned char *to, const unsigned char *from, size_t count) {
  while (count > 0) {
    int step = count < 1 << 30 ? (int)count : 1 << 30, written = 0;
    if (!EVP_CipherUpdate(context, to, &written, from, step)) return false;
    from += step;
    if (to) to += step;
    count -= (size_t)step;
  }
  return true;
}

// A context that has received the key, the nonce and the authenticated data; NULL if there is no
// memory.
static EVP_CIPHER_CTX *make_context(const void *key, const void *nonce, const void *context, size_t context_count, int seals) {
  pthread_once(&cipher_once, make_cipher);
  EVP_CIPHER_CTX *made = cipher ? EVP_CIPHER_CTX_new() : NULL;
  if (made && EVP_CipherInit_ex2(made, cipher, key, nonce, seals, NULL) && update(made, NULL, context, context_count))
    return made;
  EVP_CIPHER_CTX_free(made);
  return NULL;
}

int hunch_aes_gcm_seal(const void *key, const void *context, size_t context_count, const void *plain, size_t count, void *box) {
  unsigned char *text = (unsigned char *)box + hunch_nonce_length, *tag = text + count;
  int written = 0;
  ERR_set_mark();
  EVP_CIPHER_CTX *sealing = make_context(key, box, context, context_count, 1);
  bool done = sealing && update(sealing, text, plain, count) && EVP_CipherFinal_ex(sealing, tag, &written) &&
              EVP_CIPHER_CTX_ctrl(sealing, EVP_CTRL_AEAD_GET_TAG, hunch_tag_length, tag) > 0;
  EVP_CIPHER_CTX_free(sealing);
  ERR_pop_to_mark();
  return done ? 0 : hunch_crypto_failed;
}

int hunch_aes_gcm_open(const void *key, const void *context, size_t context_count, const void *box, size_t count, void *plain) {
  const unsigned char *text = (const unsigned char *)box + hunch_nonce_length, *tag = text + count;
  unsigned char none[EVP_MAX_BLOCK_LENGTH];  // GCM has no last block
  int written = 0, result = hunch_crypto_failed;
  ERR_set_mark();
  EVP_CIPHER_CTX *opening = make_context(key, box, context, context_count, 0);
  if (opening && EVP_CIPHER_CTX_ctrl(opening, EVP_CTRL_AEAD_SET_TAG, hunch_tag_length, (void *)tag) > 0 &&
      update(opening, plain, text, count))
    result = EVP_CipherFinal_ex(opening, none, &written) ? 0 : hunch_not_authentic;
  if (result != 0) OPENSSL_cleanse(plain, count);
  EVP_CIPHER_CTX_free(opening);
  ERR_pop_to_mark();
  return result;
}

bool hunch_equal(const void *left, const void *right, size_t count) { return CRYPTO_memcmp(left, right, count) == 0; }

void hunch_clear(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }
