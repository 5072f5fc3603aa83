import { useEffect, useEffectEvent } from 'react'

const WITHIN_MS = 1_200
/** The first key of every two-key shortcut: `g h`. */
const LEADER = 'g'

let last = { key: '', at: -Infinity }
let before = ''

function remember({ key }: KeyboardEvent): void {
  const now = performance.now()
  before = now - last.at < WITHIN_MS ? last.key : ''
  last = { key, at: now }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') !== null

/**
 * One key, or `g` and one key, anywhere on the page except in text fields and while a dialog or menu is open.
 * `useShortcut('/', focus)`, `useShortcut('g h', goToHoldings)`
 */
export function useShortcut(keys: string, action: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isLed = keys.startsWith(`${LEADER} `)
    if (event.key !== (isLed ? keys.slice(2) : keys) || isLed !== (before === LEADER)) return
    // German keyboards write [ with AltGr, which some systems report as Ctrl and Alt.
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    if (isCommand && !event.getModifierState('AltGraph')) return
    if (event.defaultPrevented || isTyping(event.target)) return
    if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    // Adding the same listener again has no effect.
    document.addEventListener('keydown', remember, { capture: true })
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
