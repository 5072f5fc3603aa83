import { useEffect, useRef, useState } from 'react'

const GLOW_MS = 2_000
type Until = ReadonlyMap<string, number>
const NONE: Until = new Map()

/**
 * The rows that have changed, or are new, since the same question was last answered; each for two seconds. Another
 * page or filter is another question (`scope`), and makes nothing glow.
 */
export function useChangedRows(scope: string, versions: ReadonlyMap<string, string> | undefined): Until {
  const seen = useRef<{ scope: string; versions: ReadonlyMap<string, string> }>(undefined)
  const [glowing, setGlowing] = useState(NONE)
  // What this effect keeps in step with is time: the rows of the last answer, and when their glow ends.
  useEffect(() => {
    if (versions === undefined) return
    const before = seen.current
    seen.current = { scope, versions }
    if (before?.scope !== scope) return
    const changed = [...versions]
      .filter(([id, version]) => before.versions.get(id) !== version)
      .map(([id]) => id)
    if (changed.length === 0) return
    const until = performance.now() + GLOW_MS
    setGlowing((current) => new Map([...current, ...changed.map((id) => [id, until] as const)]))
    setTimeout(() => {
      setGlowing((current) => new Map([...current].filter(([, end]) => end > until)))
    }, GLOW_MS)
  }, [scope, versions])
  return glowing
}
