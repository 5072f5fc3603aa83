import { frequentCalls } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { ClientError } from '../errors.ts'

const frequent: Partial<Record<CallName, Endpoint>> = frequentCalls

/** A call's line of the endpoint table; of the rarer ones it is read when the first of them is made. */
export const endpointOf = async (name: CallName): Promise<Endpoint> =>
  frequent[name] ?? (await readTable())[name]

/** A browser fetches it. */
async function readTable(): Promise<Readonly<Record<CallName, Endpoint>>> {
  try {
    const { api } = await import('@connex/protocol/api')
    return api
  } catch (error) {
    throw new ClientError('unreachable', undefined, error)
  }
}
