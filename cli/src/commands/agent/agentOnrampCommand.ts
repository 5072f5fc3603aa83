import { rampCommand } from './rampCommand.ts'

export const agentOnrampCommand = rampCommand({
  name: 'onramp',
  summary: 'bring in over a chain what its last custodian has got',
  says: 'You on-ramp',
  side: 'into',
  done: 'On-ramped',
})
