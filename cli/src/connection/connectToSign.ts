import { connect, type Connecting, type Session } from './connect.ts'
import { resume } from './resume.ts'

/** `connect`, and then first what was signed earlier: the next transaction builds on it. */
export async function connectToSign(context: Connecting): Promise<Session> {
  const session = await connect(context)
  await resume(context, session)
  return session
}
