// Made by scripts/compile-contracts.mjs; do not edit. Inputs: ebc2607299e24d71f10cc8e87d50d12eed564ec95e5d780cc740864bd0481b36
// Content: 9ebe9750a1ee1c2c83c2c68fc9fb35a74e4b64ba2bdec6e26c4b9bc20885162b

export const failingTargetAbi = [
  {"inputs":[{"internalType":"uint256","name":"code","type":"uint256"},{"internalType":"string","name":"why","type":"string"}],"name":"Refused","type":"error"},
  {"inputs":[{"internalType":"bytes","name":"","type":"bytes"},{"internalType":"bytes","name":"arguments","type":"bytes"}],"name":"failWithCustomError","outputs":[],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"","type":"bytes"},{"internalType":"bytes","name":"arguments","type":"bytes"}],"name":"failWithData","outputs":[],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"header","type":"bytes"},{"internalType":"bytes","name":"","type":"bytes"}],"name":"failWithPanic","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"","type":"bytes"},{"internalType":"bytes","name":"arguments","type":"bytes"}],"name":"failWithReason","outputs":[],"stateMutability":"pure","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"","type":"bytes"},{"internalType":"bytes","name":"","type":"bytes"}],"name":"failWithoutData","outputs":[],"stateMutability":"pure","type":"function"},
] as const;
