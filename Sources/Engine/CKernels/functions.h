// Elementary functions without branches, so that loops over them are vectorised.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "dispatch.h"

INLINE uint32_t bits_of(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
INLINE float float_of(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }

// exp(x) for x in [-87.3, 88]; it saturates outside. Range reduction by ln 2 in two parts and the
// polynomial of Cephes' expf (S. Moshier, public domain). Adding 1.5 * 2^23 rounds to an integer
// kept in the low bits.
INLINE float exp_in_range(float x) {
  x = x < 88.0f ? x : 88.0f;
  x = x > -87.3f ? x : -87.3f;
  float t = x * 1.44269504088896341f + 12582912.0f;
  float n = t - 12582912.0f;
  float r = x - n * 0.693359375f;
  r = r - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  return p * float_of((bits_of(t) << 23) + 0x3f800000u);
}

// As above; 0 below the range, NaN stays NaN.
INLINE float exp_full(float x) {
  float y = exp_in_range(x);
  y = x < -87.3f ? 0.0f : y;
  return x != x ? x : y;
}

// ln(x) by Cephes' logf. Numbers below the smallest normal one count as that; negative and NaN give
// NaN.
INLINE float log_full(float x) {
  const float smallest = 1.17549435e-38f;
  float v = x > smallest ? x : smallest;
  uint32_t u = bits_of(v);
  int32_t e = (int32_t)(u - 0x3f3504f3u) >> 23;
  float f = float_of(u - ((uint32_t)e << 23)) - 1.0f;
  float n = (float)e;
  float z = f * f;
  float p = 7.0376836292e-2f;
  p = p * f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  float y = p * f * z;
  y = y + n * -2.12194440e-4f;
  y = y - 0.5f * z;
  y = f + y;
  y = y + n * 0.693359375f;
  y = x > 3.40282347e+38f ? x : y;
  return x >= 0.0f ? y : NAN;
}

INLINE float sigmoid(float x) { return 1.0f / (1.0f + exp_in_range(-x)); }
