import { type Command, command } from '../command/Command.ts'
import { bashCompletion } from '../command/completion/bashCompletion.ts'
import { fishCompletion } from '../command/completion/fishCompletion.ts'
import { zshCompletion } from '../command/completion/zshCompletion.ts'
import { required } from '../command/Option.ts'
import { choice } from '../command/optionKinds.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `commands`: the whole table, in which this one stands as well. */
export const completionCommand = (commands: () => readonly Command[]): Command =>
  command({
    path: 'completion',
    summary: "print a shell's completion of commands, options and their values",
    words: { shell: required(choice(['bash', 'zsh', 'fish'], 'the shell')) },
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/connex',
      'completion fish > ~/.config/fish/completions/connex.fish',
    ],
    run: async ({ words }) => ({ script: scripts[words.shell](commands()) }),
    show: ({ script }) => script,
  })
