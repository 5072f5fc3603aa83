// Written by script/generate.ts from the contracts. Do not edit.
export const dappFactoryAbi = [
  {"type":"function","name":"create","inputs":[{"name":"initCall","type":"bytes","internalType":"bytes"}],"outputs":[{"name":"dapp","type":"address","internalType":"address"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"implementation","inputs":[],"outputs":[{"name":"","type":"address","internalType":"address"}],"stateMutability":"view"},
  {"type":"event","name":"DappCreated","inputs":[{"name":"dapp","type":"address","indexed":true,"internalType":"address"},{"name":"implementation","type":"address","indexed":true,"internalType":"address"}],"anonymous":false},
] as const
