import { confirmationCommand } from './confirmationCommand.ts'

export const deskConfirmCommand = confirmationCommand({
  path: 'desk confirm',
  summary: "give the registrar's confirmation; it settles the delivery",
  examples: ['desk confirm 0x9f…', 'desk confirm 0x9f… --dry-run'],
})
