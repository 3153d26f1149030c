/** A certificate for localhost that signs itself, valid for a century, with its key: for tests only. */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUDYJtl52uRTyxhqzZ6NbYy8zslkIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NTMxNVoYDzIxMjYxMDI4
MDk1MzE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASh+mWMoNco3P8I6UoVVI+cGGk7JjelzfVnoFPL21VR26wPcsveRfAy
uU6vLMo9E7b1xRcB5eNrf6UhhOVRh0lko28wbTAdBgNVHQ4EFgQUMwQhhilTz2Nc
ArzQutav1u5l6M8wHwYDVR0jBBgwFoAUMwQhhilTz2NcArzQutav1u5l6M8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgAkJcurM1dE7QcflJHu+xrtSd19SyV13nqh1HWOWftm0CIG64
eV/vJaVtTLJLIOZBEcV7hesJ0vokrlfKaLkMmuR9
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9RgfZRuDhPoPqK4F
C69BI/7G0hNn84A9vdZgB8B7JLahRANCAASh+mWMoNco3P8I6UoVVI+cGGk7Jjel
zfVnoFPL21VR26wPcsveRfAyuU6vLMo9E7b1xRcB5eNrf6UhhOVRh0lk
-----END PRIVATE KEY-----`,
};

/** One of the same key that was valid in January 2025: for tests only. */
export const expiredCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjUwMTAxMDAwMDAwWhcNMjUwMjAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASh+mWMoNco3P8I6UoV
VI+cGGk7JjelzfVnoFPL21VR26wPcsveRfAyuU6vLMo9E7b1xRcB5eNrf6UhhOVR
h0lko04wTDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/BAUw
AwEB/zAdBgNVHQ4EFgQUMwQhhilTz2NcArzQutav1u5l6M8wCgYIKoZIzj0EAwID
SAAwRQIgDjYvmcr0EhQLgIkNPFtUceiWVJCos7YUpI9PuZVgDegCIQDvr4xhxlid
VU4UfK/+HVaTTE3BSC7bZaniB1pjBLi7Kw==
-----END CERTIFICATE-----`,
  key: localhostCertificate.key,
};
