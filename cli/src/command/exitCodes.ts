/** What the program ends with, for scripts; docs/cli.md has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  failed: { code: 1, meaning: 'refused or failed: nothing was changed' },
  usage: { code: 2, meaning: 'wrong usage: the words on the command line' },
  unreachable: { code: 3, meaning: 'the server cannot be reached, or did not answer in time' },
  unconfirmed: {
    code: 4,
    meaning: 'signed, and not known to be done yet: do not repeat it, run `connex resume`',
  },
  declined: { code: 5, meaning: 'not agreed to: the answer to the question was no' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C' },
} as const

export type ExitName = keyof typeof exitCodes
