// A custody chain: its transfer agent moves holdings from elsewhere in and out.
import { createCustodyChain, markCustodyChainAssets, offramp, onramp } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { AccountNumber, Address, RegistryId } from '@connex/sdk/protocol'

type CustodyChainExample = {
  registry: { registryManagerAddr: Address; registryId: RegistryId }
  registrarAddr: Address
  investorAddr: Address
  account: AccountNumber
}

export async function custodyChains(
  registrar: Client,
  investor: Client,
  example: CustodyChainExample,
): Promise<void> {
  const { registry, registrarAddr, investorAddr, account } = example
  const { custodyChainId } = await createCustodyChain(registrar, {
    ...registry,
    custodians: [registrarAddr],
    transferAgentAddr: registrarAddr,
  })
  const held = { ...registry, custodyChainId, ownerAddr: investorAddr, account }
  await onramp(registrar, { ...held, quantity: 500n, reference: 'DEP-2026-114' })
  await markCustodyChainAssets(investor, {
    ...registry,
    custodyChainId,
    account,
    quantity: 200n,
    for: 'redemption',
  })
  await offramp(registrar, { ...held, quantity: 200n, reference: 'WDR-2026-031' })
}
