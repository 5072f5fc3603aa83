// What a task costs a user: every key pressed and every click made, counted in the page itself.
import type { Page } from '@playwright/test'

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta']

type Counter = { keys: number; clicks: number }
declare global {
  interface Window {
    effort?: Counter
  }
}

/** Starts to count; the function that it returns reads the count so far. A chord such as Ctrl+Enter is one key. */
export async function countEffort(page: Page): Promise<() => Promise<Counter>> {
  await page.evaluate((modifiers) => {
    const counter = { keys: 0, clicks: 0 }
    const isCounted = window.effort !== undefined
    window.effort = counter
    if (isCounted) return
    document.addEventListener(
      'keydown',
      ({ key, isTrusted }) => {
        if (isTrusted && !modifiers.includes(key) && window.effort) window.effort.keys += 1
      },
      true,
    )
    document.addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        if (isTrusted && window.effort) window.effort.clicks += 1
      },
      true,
    )
  }, MODIFIERS)
  return () => page.evaluate(() => window.effort ?? { keys: 0, clicks: 0 })
}
