// Made by scripts/compile-contracts.mjs; do not edit. Inputs: ebc2607299e24d71f10cc8e87d50d12eed564ec95e5d780cc740864bd0481b36
// Content: 1d7193ab231f91a0a8874a11918b03d10bfdf3789ee3fb9016a236c1e3fedd5f

export const swapTargetAbi = [
  {"inputs":[{"internalType":"contract CrossChainLayer","name":"layer_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"got","type":"uint256"}],"name":"ExpectedOneAsset","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"wanted","type":"uint256"},{"internalType":"uint256","name":"got","type":"uint256"}],"name":"InsufficientOutput","type":"error"},
  {"inputs":[{"internalType":"address","name":"sender","type":"address"}],"name":"NotLayer","type":"error"},
  {"inputs":[{"internalType":"address","name":"token","type":"address"}],"name":"NotTraded","type":"error"},
  {"inputs":[],"name":"layer","outputs":[{"internalType":"contract CrossChainLayer","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes","name":"header","type":"bytes"},{"internalType":"bytes","name":"arguments","type":"bytes"}],"name":"swap","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const;
