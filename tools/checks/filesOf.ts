import { run } from '../run.ts'

/** What the repository in this folder holds or is about to hold: all that git does not ignore. */
export async function filesOf(root: string): Promise<string[]> {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const { code, stdout, output } = await run('git', parameters, { cwd: root, limit: 60 })
  if (code !== 0) throw new Error(`git could not list the files: ${output}`)
  return stdout.split('\0').filter((file) => file !== '')
}
