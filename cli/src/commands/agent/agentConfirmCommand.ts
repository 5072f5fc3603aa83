import { confirmationCommand } from '../desk/confirmationCommand.ts'

export const agentConfirmCommand = confirmationCommand({
  path: 'agent confirm',
  summary: "give the transfer agent's or coordinator's confirmation of a delivery",
  examples: ['agent confirm 0x9f…'],
})
