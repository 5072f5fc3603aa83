import { ClientError } from '@connex/sdk'

const TRIES = 5

/** Again where the line broke: for what does no harm when it is done twice. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      const isBroken = error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)
      if (!isBroken || attempt === TRIES) throw error
    }
}
