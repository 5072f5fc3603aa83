import type { Command } from './Command.ts'

/** Those in whose words every typed word begins one; all of them where nothing is typed. `findCommands(all, 'mer acc')` */
export function findCommands<One extends Pick<Command, 'label'>>(
  commands: readonly One[],
  typed: string,
): One[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label }) => {
    const words = label.toLowerCase().split(/[\s-]+/)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
}
