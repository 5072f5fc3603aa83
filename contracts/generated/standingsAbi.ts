// Written by script/generate.ts from the contracts. Do not edit.
export const standingsAbi = [
  {"type":"function","name":"dappTypeOf","inputs":[{"name":"account","type":"address","internalType":"address"}],"outputs":[{"name":"","type":"bytes32","internalType":"bytes32"}],"stateMutability":"view"},
  {"type":"function","name":"isBlacklisted","inputs":[{"name":"account","type":"address","internalType":"address"}],"outputs":[{"name":"","type":"bool","internalType":"bool"}],"stateMutability":"view"},
  {"type":"function","name":"isTenant","inputs":[{"name":"account","type":"address","internalType":"address"}],"outputs":[{"name":"","type":"bool","internalType":"bool"}],"stateMutability":"view"},
  {"type":"function","name":"requireActive","inputs":[{"name":"tenant","type":"address","internalType":"address"}],"outputs":[],"stateMutability":"view"},
  {"type":"function","name":"requireAllActive","inputs":[{"name":"tenants","type":"address[]","internalType":"address[]"}],"outputs":[],"stateMutability":"view"},
  {"type":"function","name":"requireAllInGoodStanding","inputs":[{"name":"tenant","type":"address","internalType":"address"},{"name":"users","type":"address[]","internalType":"address[]"}],"outputs":[],"stateMutability":"view"},
  {"type":"function","name":"requireInGoodStanding","inputs":[{"name":"tenant","type":"address","internalType":"address"},{"name":"user","type":"address","internalType":"address"}],"outputs":[],"stateMutability":"view"},
  {"type":"function","name":"setBlacklisted","inputs":[{"name":"account","type":"address","internalType":"address"},{"name":"isBlacklisted_","type":"bool","internalType":"bool"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"setDappType","inputs":[{"name":"dapp","type":"address","internalType":"address"},{"name":"globalTypeId","type":"bytes32","internalType":"bytes32"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"setTenant","inputs":[{"name":"tenant","type":"address","internalType":"address"},{"name":"isRegistered","type":"bool","internalType":"bool"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"error","name":"StandingsWriterRequired","inputs":[{"name":"caller","type":"address","internalType":"address"}]},
] as const
