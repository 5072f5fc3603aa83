import type { Command } from '../Command.ts'
import { commonOptions, optionName } from '../readWords.ts'

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

/** `wallet create` is reached by way of `wallet`. */
const groupsAbove = (steps: readonly string[]): string[] =>
  steps.slice(0, -1).map((step, index) => {
    const before = steps.slice(0, index).join(' ')
    return `complete -c connex -n ${quoted(`__connex_at '${before}'`)} -f -a ${quoted(step)}`
  })
