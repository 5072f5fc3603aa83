import { open, rename, rm } from 'node:fs/promises'

/** The file has its old content or its new one, whenever the machine stops. */
export async function writeFileAtomic(file: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${file}.new`
  try {
    const handle = await open(temporary, 'w', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
