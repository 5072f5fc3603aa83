import { rampCommand } from './rampCommand.ts'

export const agentOfframpCommand = rampCommand({
  name: 'offramp',
  summary: 'let out over a chain what its owner has marked (connex redeem)',
  says: 'You off-ramp',
  side: 'out of',
  done: 'Off-ramped',
})
