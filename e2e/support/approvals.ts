// What has to be approved, and what waits for it.
import { deliveryManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import { createFopTransfer, selectorsOf, sendForApproval, setFourEyes, waitForIndex } from '@connex/sdk'
import type { Desk } from './desks.ts'
import type { Sandbox } from './sandbox.ts'

/** How many users of this desk's tenant have to sign for creating deliveries. */
export async function requireSignatures(sandbox: Sandbox, { client }: Desk, signaturesRequired: number) {
  const dappAddr = Address.parse(sandbox.description.contracts['DeliveryManager']?.toLowerCase())
  const functionSelectors = selectorsOf(deliveryManagerAbi, 'createDelivery')
  const { block } = await setFourEyes(client, { dappAddr, functionSelectors, signaturesRequired })
  await waitForIndex(client, block)
}

/** The desk's user sends a FoP transfer for approval. */
export const proposeFop = (
  { client, holding, account, keeper }: Desk,
  counterpartyAddr: Address,
  description: string,
) =>
  sendForApproval(client, (approval) =>
    createFopTransfer(
      client,
      {
        ...keeper,
        registryId: holding.registryId,
        account: holding.account ?? account,
        quantity: 3n,
        direction: 'DELIVER',
        counterpartyAddr,
        description,
      },
      approval,
    ),
  )
