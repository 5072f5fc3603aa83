import { useEffect } from 'react'

/** The page's icon has a dot while something waits for the user: other tabs in front hide the count. */
export function useWaitingIcon(isWaiting: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    // The navigation may be there twice: as a rail, and as a phone's menu.
    const usual = icon?.href.replace('-waiting', '')
    if (!isWaiting || icon === null || usual === undefined) return undefined
    icon.href = usual.replace('.svg', '-waiting.svg')
    return () => {
      icon.href = usual
    }
  }, [isWaiting])
}
