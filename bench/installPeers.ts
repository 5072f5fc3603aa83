import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'ponder')

/** What only the benchmarks compare with is no part of the workspaces: it is installed when it is first asked for. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(folder, 'node_modules'))) return
  const child = spawn('npm', ['install', '--ignore-scripts', '--no-audit'], { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The peers could not be installed.')
}
