// The user's choice of light, dark or the system's setting. `public/theme.js` applies it before the first paint, this module
// afterwards.
import { readPreference, writePreference } from '../lib/preferences.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

/** Light unless the user has chosen otherwise. */
export function readTheme(): Theme {
  const stored = readPreference(KEY)
  return isTheme(stored) ? stored : 'light'
}

export function chooseTheme(theme: Theme): void {
  writePreference(KEY, theme)
  applyTheme()
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the system's setting if chosen, and a choice made in another tab. */
export function followTheme(): void {
  prefersDark().addEventListener('change', applyTheme)
  window.addEventListener('storage', applyTheme)
}

function applyTheme(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark().matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
