import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase, createEmptyDatabases } from './emptyDatabases.ts'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'

const place = await mkdtemp(join(tmpdir(), 'connex-empty-'))
const open: Database[] = []
afterAll(async () => {
  for (const database of open) await database.close()
  await rm(place, { recursive: true, force: true })
})

const folderOf = (name: string) => join(place, name, 'database')
const [north, east, south, west] = [folderOf('north'), folderOf('east'), folderOf('south'), folderOf('west')]

async function opened(dataDir: string): Promise<Database> {
  const database = await openDatabase({ dataDir })
  open.push(database)
  return database
}

const noncesOf = ({ kysely }: Database) => kysely.selectFrom('nonces').select('nonce').execute()

test('nothing is copied over what a folder contains', async () => {
  await mkdir(west, { recursive: true })
  await writeFile(join(west, 'file'), 'text')
  await expect(copyDatabase(north, west)).rejects.toThrow(`The folder ${west} is not empty.`)
  expect(await readdir(west)).toEqual(['file'])
})

test('every folder gets a database of its own, which only its owner can open', async () => {
  await createEmptyDatabases([east, south])
  for (const folder of [east, south]) expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const [first, second] = [await opened(east), await opened(south)]
  const nonce = { user_address: '0x01' as never, nonce: 'a', expires_at: 1 }
  await first.kysely.insertInto('nonces').values(nonce).execute()
  expect(await noncesOf(first)).toEqual([{ nonce: 'a' }])
  expect(await noncesOf(second)).toEqual([])
})
