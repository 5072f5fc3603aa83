import { useEffect } from 'react'

/** The page's icon has a dot while something waits for the user: other tabs in front hide the count. */
export function useWaitingIcon(isWaiting: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!isWaiting || icon === null) return
    const { href } = icon
    icon.href = href.replace('.svg', '-waiting.svg')
    return () => {
      icon.href = href
    }
  }, [isWaiting])
}
