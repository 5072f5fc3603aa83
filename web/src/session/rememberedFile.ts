// The wallet file of this tab, where its user wants it remembered: as encrypted as it is on disk, so that only the password
// is asked again after a vault has died. A logout and every lock remove it.
const KEY = 'connex.wallet-file'

export const rememberedFile = {
  read(): File | undefined {
    try {
      const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as unknown
      const { name, text } = Object(kept) as { name?: unknown; text?: unknown }
      return typeof name === 'string' && typeof text === 'string' ? new File([text], name) : undefined
    } catch {
      return undefined
    }
  },
  async keep(file: File): Promise<void> {
    const text = await file.text()
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ name: file.name, text }))
    } catch {
      // Private windows and full disks refuse: the file is then asked for again.
    }
  },
  forget(): void {
    try {
      window.sessionStorage.removeItem(KEY)
    } catch {
      // Where storage is refused, nothing was kept.
    }
  },
}
