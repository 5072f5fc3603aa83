// The documents of a release: who has the packages has no repository to read them in.
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesOf } from '../checks/check.ts'
import { isDocument, linksOf } from '../site/pages.ts'
import { readManifest } from './dependencies.ts'

/**
 * Every document, what the documents link to, and the samples of `deploy/`, as they lie in the repository.
 *
 * @example await stageDocuments(root, '/tmp/x') // for npm pack
 */
export async function stageDocuments(root: string, folder: string): Promise<void> {
  const files = await filesOf(root)
  const wanted = new Set(files.filter((path) => isDocument(path) || path.startsWith('deploy/')))
  for (const path of files.filter(isDocument))
    for (const target of linksOf(path, await readFile(join(root, path), 'utf8')))
      for (const file of await filesIn(root, target, files)) wanted.add(file)
  wanted.add('LICENSE')
  for (const path of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  const { version, license = '' } = await readManifest(root)
  const manifest = {
    name: '@connex/documents',
    version,
    description: 'The documents of Collateral ConneX, and samples of deployments.',
    license,
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** The file that a link means, or the files of its folder. */
async function filesIn(root: string, target: string, files: readonly string[]): Promise<string[]> {
  const path = target.replace(/\/$/, '')
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  return files.filter((file) => dirname(file) === path)
}
