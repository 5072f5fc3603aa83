import { createBrowserJournal, createMemoryJournal, type Journal } from '@connex/sdk'

/** Where what was signed waits for its block: shared by all tabs, or this page's alone where a browser has no locks. */
export function openJournal(): Journal {
  try {
    return createBrowserJournal({ storage: window.localStorage, locks: navigator.locks })
  } catch {
    return createMemoryJournal()
  }
}
