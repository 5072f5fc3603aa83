// What a user prefers (theme, columns, density): nothing secret, and never missed where storage is refused.
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
    // Private windows and full disks refuse: the choice then lasts as long as the page.
  }
}
