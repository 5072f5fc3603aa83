import { rampCommand } from './rampCommand.ts'

export const agentOfframpCommand = rampCommand(
  'offramp',
  'let out over a chain what its owner has marked',
  'You off-ramp',
)
