import { run } from '../run.ts'

/** `output` lists everything that must be corrected. */
export type Finding = { ok: boolean; output: string }

/** One break of a rule: `{ rule: 'short-file', file: 'web/src/one.ts', text: ' 3 lines' }` */
export type Fault = { rule: string; file: string; text: string }

/** The finding of a check that looks for such faults. */
export const findingOf = (faults: readonly Fault[]): Finding => ({
  ok: faults.length === 0,
  output: faults.map(({ rule, file, text }) => `${rule}: ${file}${text === '' ? '' : `:${text}`}`).join('\n'),
})

export type Check = {
  name: string
  /** Judges the repository in this folder. */
  judge: (root: string) => Promise<Finding>
}

/** The tracked and new files of the repository in this folder: everything that git does not ignore. */
export async function filesOf(root: string): Promise<string[]> {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const { code, stdout, output } = await run('git', parameters, { cwd: root, limit: 60 })
  if (code !== 0) throw new Error(`git could not list the files: ${output}`)
  return stdout.split('\0').filter((file) => file !== '')
}

/** A check made by a command: it fails when the command fails, with the command's output. */
export function command(name: string, tool: string, parameters: readonly string[]): Check {
  return {
    name,
    judge: async (root) => {
      const { code, output } = await run(tool, parameters, { cwd: root, limit: 300 })
      return { ok: code === 0, output }
    },
  }
}

/** The packages of the product. */
export const rooms: readonly string[] = ['contracts', 'protocol', 'sdk', 'node', 'web', 'cli']

/** Tests, and the modules of cases and fixtures that only tests use. */
export const isTest = (file: string): boolean => /[.](test|spec)[.]tsx?$|[.]t[.]sol$/.test(file)
