import { readingsOf } from '../../lib/table/filterValue.ts'
import type { Command } from './Command.ts'

/** Those of which every typed word begins a word; all of them where nothing is typed. `findCommands(all, 'mer acc')` */
export function findCommands<One extends Pick<Command, 'label' | 'words'>>(
  commands: readonly One[],
  typed: string,
): One[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, words: further = '' }) => {
    const words = readingsOf(`${label} ${further}`).flatMap((text) => text.split(/[\s-]+/))
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
}
