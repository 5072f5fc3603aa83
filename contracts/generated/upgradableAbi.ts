// Written by script/generate.ts from the contracts. Do not edit.
export const upgradableAbi = [
  {"type":"function","name":"implementation","inputs":[],"outputs":[{"name":"","type":"address","internalType":"address"}],"stateMutability":"view"},
  {"type":"function","name":"kind","inputs":[],"outputs":[{"name":"","type":"bytes32","internalType":"bytes32"}],"stateMutability":"pure"},
  {"type":"function","name":"rollback","inputs":[],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"upgrade","inputs":[{"name":"newImplementation","type":"address","internalType":"address"},{"name":"migration","type":"bytes","internalType":"bytes"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"event","name":"ManagerRolledBack","inputs":[{"name":"from","type":"address","indexed":true,"internalType":"address"},{"name":"to","type":"address","indexed":true,"internalType":"address"},{"name":"version","type":"uint256","indexed":false,"internalType":"uint256"}],"anonymous":false},
  {"type":"event","name":"ManagerUpgraded","inputs":[{"name":"from","type":"address","indexed":true,"internalType":"address"},{"name":"to","type":"address","indexed":true,"internalType":"address"},{"name":"version","type":"uint256","indexed":false,"internalType":"uint256"}],"anonymous":false},
  {"type":"error","name":"RollbackImpossible","inputs":[]},
  {"type":"error","name":"UpgradeCodeInvalid","inputs":[{"name":"implementation","type":"address","internalType":"address"}]},
  {"type":"error","name":"UpgradeVersionNotRising","inputs":[{"name":"version","type":"uint256","internalType":"uint256"},{"name":"newVersion","type":"uint256","internalType":"uint256"}]},
] as const
