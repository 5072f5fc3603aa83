import { command } from '../command/Command.ts'
import { bashCompletion } from '../command/completion/bashCompletion.ts'
import { fishCompletion } from '../command/completion/fishCompletion.ts'
import { zshCompletion } from '../command/completion/zshCompletion.ts'
import { required } from '../command/Option.ts'
import { choice } from '../command/optionKinds.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export const completionCommand = command({
  path: 'completion',
  summary: "print a shell's completion of commands, options and their values",
  words: { shell: required(choice(['bash', 'zsh', 'fish'], 'the shell')) },
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/connex',
    'completion fish > ~/.config/fish/completions/connex.fish',
  ],
  async run({ words }) {
    // The table holds this command as well: it can only be read once everything is loaded.
    const { commands } = await import('./commands.ts')
    return { script: scripts[words.shell](commands) }
  },
  show: ({ script }) => script,
})
