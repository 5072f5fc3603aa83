// `npm run measure`: what the client costs on a slow telephone, and in front of 100,000 transfers, into measured.json.
import { spawnSync } from 'node:child_process'

const specs = ['e2e/paint.deep.spec.ts', 'e2e/manyTransfers.deep.spec.ts']
const { status } = spawnSync('playwright', ['test', ...specs], {
  stdio: 'inherit',
  env: { ...process.env, CONNEX_TESTS: 'deep' },
})
process.exitCode = status ?? 1
