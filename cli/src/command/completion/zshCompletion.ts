import type { Command } from '../Command.ts'
import { bashCompletion } from './bashCompletion.ts'

/** zsh reads bash's completions by its own means: one script for both. */
export const zshCompletion = (commands: readonly Command[]): string =>
  `#compdef connex
# zsh completion of connex: source <(connex completion zsh)
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bashCompletion(commands)}`
