import { createServer } from 'node:net'
import { CliError } from '../CliError.ts'

/** Says which port is taken before anything is started. */
export async function refuseUsedPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const code = await tryPort(port)
    if (code === 'EADDRINUSE') throw CliError.of('portInUse', String(port))
    if (code === 'EACCES') throw CliError.of('portForbidden', String(port))
  }
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}
