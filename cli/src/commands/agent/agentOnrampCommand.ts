import { rampCommand } from './rampCommand.ts'

export const agentOnrampCommand = rampCommand(
  'onramp',
  'bring in over a chain what its last custodian has got',
  'You on-ramp',
)
