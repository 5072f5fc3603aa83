// The wallet file of this tab, if its user wants it remembered. It stays encrypted as on disk, so that only the password is
// needed again after the browser has stopped the vault. A logout and every lock remove it.

const KEY = 'connex.wallet-file'

export const rememberedFile = {
  read(): File | undefined {
    try {
      const stored = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as unknown
      const { name, text } = Object(stored) as { name?: unknown; text?: unknown }
      return typeof name === 'string' && typeof text === 'string' ? new File([text], name) : undefined
    } catch {
      return undefined
    }
  },
  async write(file: File): Promise<void> {
    const text = await file.text()
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ name: file.name, text }))
    } catch {
      // Private windows and full disks refuse: the user then chooses the file again.
    }
  },
  remove(): void {
    try {
      window.sessionStorage.removeItem(KEY)
    } catch {
      // Without storage, nothing was stored.
    }
  },
}
