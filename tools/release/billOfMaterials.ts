// What a package carries, in CycloneDX. npm's own list leaves out what any workspace also needs for development; this one is made
// from the packages that are carried, with the hashes of the lock file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findDependencies, readManifest } from './dependencies.ts'

type Lock = { packages: Record<string, { integrity?: string }> }
type Contents = { name: string; workspaces: readonly string[]; except: readonly string[] }

/** The text of a CycloneDX document. `await billOfMaterials(root, { name: '@connex/sdk', workspaces: ['sdk'], except: [] })` */
export async function billOfMaterials(root: string, { name, workspaces, except }: Contents): Promise<string> {
  const { version } = await readManifest(root)
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock
  const paths = await findDependencies(root, workspaces, except)
  const components = await Promise.all(
    paths.map(async (path) => {
      const manifest = await readManifest(join(root, path))
      const { integrity } = lock.packages[path] ?? {}
      return {
        type: 'library',
        name: manifest.name,
        version: manifest.version,
        purl: purlOf(manifest.name, manifest.version),
        ...(typeof manifest.license === 'string' && { licenses: [licenseOf(manifest.license)] }),
        ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
      }
    }),
  )
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: purlOf(name, version) } },
    components,
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** An SPDX id, or several with AND, OR and brackets. */
const licenseOf = (license: string) =>
  /[ ()]/.test(license) ? { expression: license } : { license: { id: license } }

/** `sha512-…` in base64, as the lock file has it. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', content = ''] = integrity.split('-', 2)
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(content, 'base64').toString('hex'),
  }
}
