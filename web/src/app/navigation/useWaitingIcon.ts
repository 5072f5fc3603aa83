import { useEffect } from 'react'

/** The page's icon has a dot while something waits for the user: other tabs in front hide the count. */
export function useWaitingIcon(isWaiting: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const usual = icon?.href
    if (!isWaiting || icon === null || usual === undefined) return undefined
    icon.href = usual.replace('.svg', '-waiting.svg')
    return () => {
      icon.href = usual
    }
  }, [isWaiting])
}
