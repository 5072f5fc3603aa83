import { useState } from 'react'
import { useMediaQuery } from '../../lib/dom.ts'
import { readPreference, writePreference } from '../../lib/preferences.ts'
import { useShortcut } from '../../lib/useShortcut.ts'

const KEY = 'navigation'

/** Whether the navigation is folded to a rail of icons: as the user chose by `[`, otherwise below 1600 px. */
export function useRail(): { isRail: boolean; toggleRail: () => void } {
  const isWide = useMediaQuery('(min-width: 1600px)')
  const [chosen, setChosen] = useState(() => readPreference(KEY))
  const isRail = chosen === undefined ? !isWide : chosen === 'rail'
  const toggleRail = () => {
    const next = isRail ? 'full' : 'rail'
    setChosen(next)
    writePreference(KEY, next)
  }
  useShortcut('[', toggleRail)
  return { isRail, toggleRail }
}
