import { Bytes32 } from '@connex/protocol'
import type { CustodyChain } from '@connex/protocol'
import { call, listRegistryInstruments } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { required } from '../command/Option.ts'
import { scalar } from '../command/optionKinds.ts'
import type { Session } from '../connection/connect.ts'

export const chainWord = {
  chain: required(scalar(Bytes32, 'CHAIN', "the custody chain's id", 'is 0x and 64 digits of hex')),
}

type Found = CustodyChain & { identifier: string; decimals: number }

/** A custody chain, and the instrument that is held over it. */
export async function findChain(
  { client }: Session,
  custodyChainId: Bytes32,
  { signal }: Pick<Context, 'signal'>,
): Promise<Found> {
  const { items } = await call(client, 'custodyChains', { query: { custodyChainId }, signal })
  const [chain] = items
  if (chain === undefined)
    throw CliError.of('unknownName', 'custody chain', custodyChainId, 'connex agent create-chain makes one.')
  const { registryManagerAddr, registryId } = chain
  const registers = await listRegistryInstruments(
    client,
    { registryManagerAddr, registryIds: [registryId] },
    { signal },
  )
  const [register] = registers.items
  return { ...chain, identifier: register?.identifier ?? registryId, decimals: register?.decimals ?? 0 }
}
