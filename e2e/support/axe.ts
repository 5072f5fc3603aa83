// WCAG 2.2 AA as far as a checker can tell.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Collects what is found, so that one run tells all of it. */
export function checker(page: Page, style: string) {
  const found: string[] = []
  return {
    found,
    check: async (place: string) => {
      await page.evaluate(stillness)
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
      for (const { id, nodes } of violations)
        found.push(`${style}, ${place}: ${id} at ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
  }
}

/**
 * Nobody reads a color halfway to another. What never ends, such as a spinner or what follows scrolling, is not waited for. What has just
 * changed is animated from the next frame on.
 */
export const stillness = async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  )
}
