/** `0x` and 40 hex digits, the checksum not looked at. Source: practice. */
export const alphaAddressShape = /^0x[0-9a-fA-F]{40}$/;
