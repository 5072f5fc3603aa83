// Mint and burn requests: created by an investor, confirmed or refused by the registrar, canceled by the investor.
import {
  cancelBurnRequest,
  cancelMintRequest,
  confirmAsRegistrar,
  createBurnRequest,
  createMintRequest,
} from '@connex/sdk'
import type { Client, OwnAsset } from '@connex/sdk'

export async function requests(investor: Client, registrar: Client, asset: OwnAsset): Promise<void> {
  const mint = await createMintRequest(investor, { ...asset, description: 'Deposit of 20 November' })
  await confirmAsRegistrar(registrar, mint.deliveryId)

  const burn = await createBurnRequest(investor, { ...asset, description: 'Withdrawal' })
  await cancelBurnRequest(investor, { deliveryId: burn.deliveryId, reason: 'The cash stays invested' })

  const another = await createMintRequest(investor, { ...asset, description: 'Twice by mistake' })
  await cancelMintRequest(investor, { deliveryId: another.deliveryId })
}
