import { useEffect, useRef, useState } from 'react'

const GLOW_MS = 2_000
type Until = ReadonlyMap<string, number>
const NONE: Until = new Map()

/**
 * The rows that are new or have changed since the last answer to the same query, each for two seconds. Another page or
 * filter is another query (`scope`), for which nothing glows.
 */
export function useChangedRows(scope: string, versions: ReadonlyMap<string, string> | undefined): Until {
  const previous = useRef<{ scope: string; versions: ReadonlyMap<string, string> }>(undefined)
  const [glowing, setGlowing] = useState(NONE)
  // An effect, because it compares with the last answer that was shown, and starts a timer.
  useEffect(() => {
    if (versions === undefined) return
    const before = previous.current
    previous.current = { scope, versions }
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
