import type { Command } from '../Command.ts'
import { completionWords } from './completionWords.ts'

/** A script for `source <(connex completion bash)`. It runs nothing of ours: all words stand in it. */
export function bashCompletion(commands: readonly Command[]): string {
  const { next, values } = completionWords(commands)
  const cases = (entries: ReadonlyMap<string, readonly string[]>, variable: string): string =>
    [...entries].map(([path, words]) => `    '${path}') ${variable}='${words.join(' ')}' ;;`).join('\n')
  return `# bash completion of connex: source <(connex completion bash)
_connex() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' word='' words='' takes=no index before='' typed rest
  # Bash takes a colon for the end of a word; 'quantity:at-least:' is one.
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
${[...values].map(([path, words]) => `    '${path}') words='${words.join(' ')}'; takes=yes ;;`).join('\n')}
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
