// The same chain for the peer: the contracts whose events fill it.
import { readFileSync } from 'node:fs'
import { createConfig } from 'ponder'

const chain = JSON.parse(readFileSync(process.env.BENCH_CHAIN, 'utf8'))
const contract = (name) => ({
  abi: chain.abis[name],
  address: chain.addresses[name],
  chain: 'ledger',
  startBlock: 0,
})

export default createConfig({
  chains: { ledger: { id: chain.chainId, rpc: chain.rpcUrl } },
  database: { kind: 'postgres', connectionString: process.env.BENCH_DATABASE },
  contracts: {
    DeliveryManager: contract('DeliveryManager'),
    AccountRegistryManager: contract('AccountRegistryManager'),
    DappController: contract('DappController'),
  },
})
