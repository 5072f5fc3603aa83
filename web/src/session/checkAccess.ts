import { whoami, type Client } from '@connex/sdk'
import { refusalOf } from './access.ts'
import { readSession, refuse } from './session.ts'

let isAsking = false

/**
 * After the server has forbidden something: asks who one is, and ends the session of a user who was locked or made
 * inactive meanwhile, or whose wallet has expired. whoami answers these too (rules 5.3). `void checkAccess(client)`
 */
export async function checkAccess(client: Client): Promise<void> {
  const session = readSession()
  if (isAsking || session.status !== 'signedIn' || session.client !== client) return
  isAsking = true
  try {
    const me = await whoami(client)
    const refusal = refusalOf(me, Date.now() + client.connection.clockSkew)
    if (refusal !== undefined) refuse(refusal)
  } catch {
    // If whoami fails, the next refusal asks again.
  } finally {
    isAsking = false
  }
}
