// Written by script/generate.ts from the contracts. Do not edit.
export const earmarkProtocolsAbi = [
  {"type":"function","name":"EARMARK_PROTOCOL_DELAY","inputs":[],"outputs":[{"name":"","type":"uint256","internalType":"uint256"}],"stateMutability":"pure"},
  {"type":"function","name":"announceEarmarkProtocol","inputs":[{"name":"protocol","type":"address","internalType":"address"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"earmarkProtocols","inputs":[],"outputs":[{"name":"","type":"tuple[]","internalType":"struct IEarmarkProtocols.EarmarkProtocol[]","components":[{"name":"protocol","type":"address","internalType":"address"},{"name":"announcedBy","type":"address","internalType":"address"},{"name":"activeFrom","type":"uint64","internalType":"uint64"}]}],"stateMutability":"view"},
  {"type":"function","name":"withdrawEarmarkProtocol","inputs":[{"name":"protocol","type":"address","internalType":"address"}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"event","name":"EarmarkProtocolAnnounced","inputs":[{"name":"protocol","type":"address","indexed":true,"internalType":"address"},{"name":"by","type":"address","indexed":true,"internalType":"address"},{"name":"activeFrom","type":"uint256","indexed":false,"internalType":"uint256"}],"anonymous":false},
  {"type":"event","name":"EarmarkProtocolWithdrawn","inputs":[{"name":"protocol","type":"address","indexed":true,"internalType":"address"},{"name":"by","type":"address","indexed":true,"internalType":"address"}],"anonymous":false},
  {"type":"error","name":"EarmarkProtocolAlreadyAnnounced","inputs":[{"name":"protocol","type":"address","internalType":"address"}]},
  {"type":"error","name":"EarmarkProtocolMissing","inputs":[]},
  {"type":"error","name":"EarmarkProtocolNotActive","inputs":[{"name":"protocol","type":"address","internalType":"address"},{"name":"activeFrom","type":"uint256","internalType":"uint256"}]},
  {"type":"error","name":"EarmarkProtocolNotAnnounced","inputs":[{"name":"protocol","type":"address","internalType":"address"}]},
] as const
