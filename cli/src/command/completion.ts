import { command } from './Command.ts'
import type { Command } from './Command.ts'
import { choice, required } from './Option.ts'
import type { Option } from './Option.ts'
import { commonOptions, optionName } from './commandLine.ts'

export type Completions = {
  /** What may follow a path: `'wallet'` → `['create', 'inspect', …]`; options after a complete command. */
  readonly next: ReadonlyMap<string, readonly string[]>
  /** The values of a command's option: `'transfer fop --direction'` → `['deliver', 'receive']`. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** What shells offer. Where a value has no list, the shell offers files. */
export function completionsOf(commands: readonly Command[]): Completions {
  const next = new Map<string, string[]>()
  const values = new Map<string, readonly string[]>()
  const offer = (path: string, word: string): void => {
    const candidates = next.get(path) ?? []
    if (!candidates.includes(word)) candidates.push(word)
    next.set(path, candidates)
  }
  for (const { path, options, positionals } of commands) {
    const steps = path.split(' ')
    steps.forEach((step, index) => offer(steps.slice(0, index).join(' '), step))
    for (const word of Object.values(positionals)) for (const one of choicesOf(word)) offer(path, one)
    for (const [key, option] of Object.entries({ ...options, ...commonOptions })) {
      offer(path, optionName(key))
      if (option.kind !== 'flag') values.set(`${path} ${optionName(key)}`, choicesOf(option))
    }
  }
  return { next, values }
}

const choicesOf = ({ choices = [] }: Option<unknown>): readonly string[] => choices

/** A script for `source <(connex completion bash)`. It does not start `connex`: all completions are in the script. */
export function bashCompletion(commands: readonly Command[]): string {
  const { next, values } = completionsOf(commands)
  const cases = (entries: ReadonlyMap<string, readonly string[]>, variable: string): string =>
    [...entries]
      .map(([path, candidates]) => `    '${path}') ${variable}='${candidates.join(' ')}' ;;`)
      .join('\n')
  return `# bash completion of connex: source <(connex completion bash)
_connex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' word='' words='' takes=no index before='' typed rest
  # Bash ends a word at a colon, but 'quantity:at-least:' is one word.
  typed="\${COMP_LINE:0:COMP_POINT}"
  if [[ $COMP_WORDBREAKS == *:* && "\${typed##*[[:space:]]}" == *:* ]]; then
    rest="\${typed%"\${typed##*[[:space:]]}"}"
    rest="\${rest%"\${rest##*[![:space:]]}"}"
    previous="\${rest##*[[:space:]]}" current="\${typed##*[[:space:]]}"
    before="\${current%"\${current##*:}"}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [[ $word == -* ]] && break
    _connex_is_path "\${path:+$path }$word" || break
    path="\${path:+$path }$word"
  done
  case "$path $previous" in
${[...values].map(([path, candidates]) => `    '${path}') words='${candidates.join(' ')}'; takes=yes ;;`).join('\n')}
  esac
  if [[ $takes == yes ]]; then
    if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); _connex_colons; else COMPREPLY=($(compgen -f -- "$current")); fi
    return
  fi
  case "$path" in
${cases(next, 'words')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
_connex_colons() {
  [[ "\${COMPREPLY[*]}" == *: ]] && compopt -o nospace 2>/dev/null
  COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
_connex_is_path() {
  case "$1" in
    ${[...next.keys()]
      .filter((path) => path !== '')
      .map((path) => `'${path}'`)
      .join('|')}) return 0 ;;
  esac
  return 1
}
complete -o filenames -F _connex connex
`
}

/** zsh can load bash completions: one script for both. */
export const zshCompletion = (commands: readonly Command[]): string =>
  `#compdef connex
# zsh completion of connex: source <(connex completion zsh)
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bashCompletion(commands)}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A script for `connex completion fish | source`. */
export function fishCompletion(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ path, summary, options }) => {
    const steps = path.split(' ')
    const last = steps.at(-1) ?? ''
    const before = steps.slice(0, -1).join(' ')
    return [
      `complete -c connex -n ${quoted(`__connex_at '${before}'`)} -f -a ${quoted(last)} -d ${quoted(summary)}`,
      ...groupsAbove(steps),
      ...Object.entries({ ...options, ...commonOptions }).map(([key, { kind, choices, help }]) => {
        const takes =
          kind === 'flag' ? '' : choices === undefined ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`
        const name = optionName(key).slice(2)
        return `complete -c connex -n ${quoted(`__connex_in '${path}'`)} -l ${name}${takes} -d ${quoted(help)}`
      }),
    ]
  })
  return `# fish completion of connex: connex completion fish | source
function __connex_words
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    echo $word
  end
end
function __connex_at
  test (string join ' ' (__connex_words)) = "$argv[1]"
end
function __connex_in
  string match -q -- "$argv[1] *" (string join ' ' (__connex_words))' '
end
${[...new Set(lines)].join('\n')}
`
}

/** The parts of a path before its last: `wallet` of `wallet create`. */
const groupsAbove = (steps: readonly string[]): string[] =>
  steps.slice(0, -1).map((step, index) => {
    const before = steps.slice(0, index).join(' ')
    return `complete -c connex -n ${quoted(`__connex_at '${before}'`)} -f -a ${quoted(step)}`
  })

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `commands` is a function, since the table contains this command too. */
export const completionCommand = (commands: () => readonly Command[]): Command =>
  command({
    path: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    positionals: { shell: required(choice(['bash', 'zsh', 'fish'], 'the shell')) },
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/connex',
      'completion fish > ~/.config/fish/completions/connex.fish',
    ],
    run: async ({ positionals }) => ({ script: scripts[positionals.shell](commands()) }),
    show: ({ script }) => script,
  })
