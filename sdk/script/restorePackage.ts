// After `npm pack`: the workspace's package.json again.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
await rename(join(root, 'package.workspace.json'), join(root, 'package.json'))
