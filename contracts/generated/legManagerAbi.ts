// Written by script/generate.ts from the contracts. Do not edit.
export const legManagerAbi = [
  {"type":"function","name":"checkLeg","inputs":[{"name":"legRef","type":"bytes32","internalType":"bytes32"},{"name":"leg","type":"tuple","internalType":"struct Leg","components":[{"name":"legType","type":"uint8","internalType":"enum LegType"},{"name":"sender","type":"address","internalType":"address"},{"name":"receiver","type":"address","internalType":"address"},{"name":"registrar","type":"address","internalType":"address"},{"name":"txCoordinator","type":"address","internalType":"address"},{"name":"assetManager","type":"address","internalType":"address"},{"name":"assetId","type":"bytes32","internalType":"bytes32"},{"name":"quantity","type":"uint256","internalType":"uint256"},{"name":"senderData","type":"bytes","internalType":"bytes"},{"name":"receiverData","type":"bytes","internalType":"bytes"}]}],"outputs":[],"stateMutability":"view"},
  {"type":"error","name":"LegAssetManagerInvalid","inputs":[{"name":"assetManager","type":"address","internalType":"address"}]},
  {"type":"error","name":"LegAssetMissing","inputs":[]},
  {"type":"error","name":"LegAssetUnexpected","inputs":[{"name":"assetId","type":"bytes32","internalType":"bytes32"}]},
  {"type":"error","name":"LegCoordinatorInvalid","inputs":[{"name":"txCoordinator","type":"address","internalType":"address"}]},
  {"type":"error","name":"LegDataUnexpected","inputs":[]},
  {"type":"error","name":"LegInstrumentInvalid","inputs":[{"name":"instrumentManager","type":"address","internalType":"address"},{"name":"assetId","type":"bytes32","internalType":"bytes32"}]},
  {"type":"error","name":"LegQuantityInvalid","inputs":[{"name":"quantity","type":"uint256","internalType":"uint256"}]},
  {"type":"error","name":"LegRegistrarInvalid","inputs":[{"name":"registrar","type":"address","internalType":"address"}]},
  {"type":"error","name":"LegSenderIsReceiver","inputs":[{"name":"party","type":"address","internalType":"address"}]},
] as const
