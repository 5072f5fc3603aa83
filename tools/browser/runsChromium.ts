import { spawnSync } from 'node:child_process'

/** Whether the file is a browser that finds all its libraries. */
export function runsChromium(file: string): boolean {
  const { status, stdout } = spawnSync(file, ['--version', '--no-sandbox'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return status === 0 && /Chrom/.test(stdout)
}
