import { whoami, type Client } from '@connex/sdk'
import { refusalOf } from './access.ts'
import { readSession, refuse } from './session.ts'

let isChecking = false

/**
 * Checks the user after the server has forbidden a call, and ends the session of a user who was locked or made inactive
 * meanwhile, or whose wallet has expired. whoami answers these users too (rules 5.3). `void checkAccess(client)`
 */
export async function checkAccess(client: Client): Promise<void> {
  const session = readSession()
  if (isChecking || session.status !== 'signedIn' || session.client !== client) return
  isChecking = true
  try {
    const me = await whoami(client)
    const refusal = refusalOf(me, Date.now() + client.connection.clockSkew)
    if (refusal !== undefined) refuse(refusal)
  } catch {
    // If whoami fails, the next forbidden call checks again.
  } finally {
    isChecking = false
  }
}
