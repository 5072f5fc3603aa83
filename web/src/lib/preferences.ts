// A user's preferences (theme, columns, density): not secret, and the client works without them.
const PREFIX = 'connex.'

export function readPreference(key: string): string | undefined {
  try {
    return window.localStorage.getItem(PREFIX + key) ?? undefined
  } catch {
    return undefined
  }
}

export function writePreference(key: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + key, value)
  } catch {
    // Private windows and full disks refuse: the choice then lasts until the page is closed.
  }
}
