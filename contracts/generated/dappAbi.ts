// Written by script/generate.ts from the contracts. Do not edit.
export const dappAbi = [
  {"type":"function","name":"getVersion","inputs":[],"outputs":[{"name":"","type":"uint256","internalType":"uint256"}],"stateMutability":"pure"},
  {"type":"function","name":"platform","inputs":[],"outputs":[{"name":"","type":"address","internalType":"address"}],"stateMutability":"view"},
  {"type":"function","name":"privilegeManager","inputs":[],"outputs":[{"name":"","type":"address","internalType":"address"}],"stateMutability":"view"},
] as const
