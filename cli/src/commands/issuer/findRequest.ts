import { registrationAbi } from '@connex/contracts'
import type { Address, Instrument, RegistryId } from '@connex/protocol'
import { readContract, registryIdOf } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import type { Context } from '../../command/Command.ts'
import type { Session } from '../../connection/connect.ts'
import type { RegistryKind, RegistryManager } from '../../market/registryKinds.ts'

/** In the ledger's order: NONE, REQUESTED, … */
const REQUESTED = 1

type Asked = {
  readonly instrument: Instrument
  readonly registrarAddr: Address
  readonly managers: readonly RegistryManager[]
  readonly kind: RegistryKind | undefined
}

/** The registrar's request that waits for an answer, in whichever registry manager it stands. */
export async function findRequest(
  { client }: Session,
  { instrument, registrarAddr, managers, kind }: Asked,
  { signal }: Pick<Context, 'signal'>,
): Promise<{ registryManagerAddr: Address; registryId: RegistryId }> {
  const { instrumentId, instrumentManagerAddr, identifier } = instrument
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  const asked = managers.filter((manager) => kind === undefined || manager.kind === kind)
  const args = [registryId as `0x${string}`] as const
  const states = await Promise.all(
    asked.map(({ address }) =>
      readContract(client, registrationAbi, address, 'registrationRequests', args, { signal }),
    ),
  )
  const open = asked.filter((_, index) => states[index]?.state === REQUESTED)
  const [first, second] = open
  if (first === undefined)
    throw CliError.of('unknownName', 'open request for', identifier, 'The registrar has to ask first.')
  if (second !== undefined)
    throw CliError.of('ambiguous', identifier, open.map((manager) => `--in ${manager.kind}`).join(', '))
  return { registryManagerAddr: first.address, registryId }
}
