// A custody chain: what is held elsewhere comes in and goes out by its transfer agent.
import { createCustodyChain, markCustodyChainAssets, offramp, onramp } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { AccountNumber, Address, RegistryId } from '@connex/sdk/protocol'

type CustodyChainExample = {
  register: { registryManagerAddr: Address; registryId: RegistryId }
  registrarAddr: Address
  investorAddr: Address
  account: AccountNumber
}

export async function chains(
  registrar: Client,
  investor: Client,
  example: CustodyChainExample,
): Promise<void> {
  const { register, registrarAddr, investorAddr, account } = example
  const { custodyChainId } = await createCustodyChain(registrar, {
    ...register,
    custodians: [registrarAddr],
    transferAgentAddr: registrarAddr,
  })
  const held = { ...register, custodyChainId, ownerAddr: investorAddr, account }
  await onramp(registrar, { ...held, quantity: 500n, reference: 'DEP-2026-114' })
  await markCustodyChainAssets(investor, {
    ...register,
    custodyChainId,
    account,
    quantity: 200n,
    for: 'redemption',
  })
  await offramp(registrar, { ...held, quantity: 200n, reference: 'WDR-2026-031' })
}
