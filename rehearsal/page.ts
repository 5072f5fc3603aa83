// docs/going-live.md and docs/recovery.md as the rehearsal reads them: their commands, in order, each with the host that it is for.

export type Engine = 'PostgreSQL' | 'embedded'

/** The commands of one fenced block. */
export type Block = {
  /** The place in the block's info string: `every host`, `operator`, `tenant`, `bank-a`, … */
  place: string
  /** It starts the server of the place, which does not end. */
  isServer: boolean
  /** Undefined for commands that are the same on both. */
  engine: Engine | undefined
  text: string
  line: number
}

/** Blocks that follow one another; those of a section `for each tenant` run together, once for each. */
export type Step = { heading: string; isForEachTenant: boolean; blocks: Block[] }

const FENCE = /^```sh (.+)$/
const FOR_EACH = / for each tenant$/
const SERVER = / server$/
const ENGINE = / (?:on (PostgreSQL)|(embedded))$/

/** `readSteps('## Install\n```sh operator\nconnex --version\n```')` → one step with one block */
export function readSteps(page: string): Step[] {
  const steps: Step[] = []
  let heading = ''
  let block: Block | undefined
  for (const [index, text] of page.split('\n').entries()) {
    const info = FENCE.exec(text)?.[1]
    if (block !== undefined) {
      if (text === '```') block = undefined
      else block.text += `${text}\n`
    } else if (text.startsWith('## ')) heading = text.slice(3)
    else if (info !== undefined) {
      const engine = ENGINE.exec(info)
      const place = info.replace(FOR_EACH, '').replace(ENGINE, '')
      block = {
        place: place.replace(SERVER, ''),
        isServer: SERVER.test(place),
        engine: (engine?.[1] ?? engine?.[2]) as Engine | undefined,
        text: '',
        line: index + 1,
      }
      add(steps, { heading, isForEachTenant: FOR_EACH.test(info), blocks: [block] })
    }
  }
  return steps
}

function add(steps: Step[], step: Step): void {
  const last = steps.at(-1)
  const isSame = last?.heading === step.heading && last.isForEachTenant && step.isForEachTenant
  if (isSame) last.blocks.push(...step.blocks)
  else steps.push(step)
}

/** What the commands print that later ones need: the words in capitals of the page. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  OPERATOR_TENANT: /^Operator tenant +(0x[0-9a-fA-F]{40})$/m,
  NODE_ACCOUNT: /^Node account +(0x[0-9a-fA-F]{40})/m,
  WALLET_ADDRESS: /holds the key of (0x[0-9a-fA-F]{40})\.$/m,
  INVITATION: /, invitation (\d+)\. /,
  TOKEN: /[Tt]oken:? +(\S+)$/m,
  TENANT_ADDRESS: /Its address: (0x[0-9a-fA-F]{40})$/m,
  DELIVERY: /^\w+ (0x[0-9a-f]{64}) created/m,
}

/** The words in capitals with what was last printed for each, as a reader notes it. */
export type Notes = Map<string, string>

/** `takeNotes(notes, 'Its address: 0x9f…')` */
export function takeNotes(notes: Notes, output: string): void {
  for (const [word, pattern] of Object.entries(PRINTED)) {
    const found = pattern.exec(output)?.[1]
    if (found !== undefined) notes.set(word, found)
  }
}

/** The commands with what was noted in the place of the words. `fillIn('connex admin accept TOKEN', notes)` */
export const fillIn = (text: string, notes: Notes): string =>
  text.replace(/\b[A-Z][A-Z_]+\b/g, (word) => notes.get(word) ?? word)
