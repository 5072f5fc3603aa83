// After `npm pack`: the workspace's package.json again, and no second license.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
await rename(join(root, 'package.workspace.json'), join(root, 'package.json'))
await rm(join(root, 'LICENSE'), { force: true })
