// Embedded databases for several servers at once. Making one takes seconds of processor time, copying one does not.
import { cp, readdir } from 'node:fs/promises'
import { makePrivateFolder } from './dataFolder.ts'
import { openDatabase } from './openDatabase.ts'

/**
 * Makes an empty database, migrated to this version of the code, in each of these folders: the first is the others' original.
 *
 * @example
 * await createEmptyDatabases(['servers/north/database', 'servers/south/database'])
 */
export async function createEmptyDatabases([original, ...others]: readonly string[]): Promise<void> {
  if (original === undefined) return
  const database = await openDatabase({ dataDir: original })
  await database.close()
  for (const folder of others) await copyDatabase(original, folder)
}

/**
 * Copies a closed database into a folder for its owner alone. Throws if something is in that folder.
 *
 * @example
 * await copyDatabase('servers/north/database', 'servers/south/database')
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await makePrivateFolder(to)
  if ((await readdir(to)).length > 0) throw new Error(`The folder ${to} is not empty.`)
  await cp(from, to, { recursive: true })
}
