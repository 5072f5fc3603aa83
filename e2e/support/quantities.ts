// Quantities of any size on the real screens: the server's answers as they are, with other numbers in them.
import { formatQuantity } from '@connex/protocol'
import type { Page } from '@playwright/test'

export type Amount = { units: string; decimals: number }

const QUANTITIES = ['quantity', 'earmarked', 'available', 'issueSize']

/**
 * Replaces every quantity in the server's lists by the next one of `amounts`, over and over. Collects how the screen has to
 * write those that it was sent.
 */
export async function replaceQuantities(page: Page, amounts: readonly Amount[]) {
  const sent = new Set<string>()
  // One row has one number, however often it is read.
  const given = new Map<string, number>()
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, inner]) => [key, replaced(inner)])
    const row = Object.fromEntries(entries) as Record<string, unknown>
    if (!('decimals' in row)) return row
    const id = JSON.stringify(value)
    const place = given.get(id) ?? given.size
    given.set(id, place)
    const { units, decimals } = amounts[place % amounts.length] ?? { units: '1', decimals: 0 }
    for (const key of QUANTITIES.filter((one) => typeof row[one] === 'string' && row[one] !== '0')) {
      row[key] = units
      sent.add(formatQuantity(units, decimals))
    }
    return { ...row, decimals }
  }
  const lists = /\/api\/v6\/(transfer|registry-manager|instrument)[^?]*\?/
  await page.route(lists, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    // The page may have left before its answer came; then nobody waits for it.
    const body: unknown = await response.json().catch(() => undefined)
    return body === undefined ? route.abort() : route.fulfill({ response, json: replaced(body) })
  })
  return sent
}

/**
 * Those of `quantities` that are on the page but not whole: a digit outside its cell, outside something that clips, or
 * behind an ellipsis. What can be scrolled to counts as shown.
 */
export const cutQuantities = (page: Page, quantities: readonly string[]) =>
  page.evaluate((wanted) => {
    const SLACK = 0.6
    // A short number may be a part of anything else.
    const holds = ({ textContent }: Element, quantity: string) =>
      textContent === quantity || (quantity.length > 4 && textContent.includes(quantity))
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const boxesOf = (element: Element) => {
      const boxes: Element[] = []
      for (let one: Element | null = element; one !== null && !scrolls(one); one = one.parentElement)
        if (clips(one) || one.matches('td, dd')) boxes.push(one)
      return boxes
    }
    const isOutside = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const digits = [...range.getClientRects()].filter(({ width }) => width > 0)
      return boxesOf(element).some((box) => {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        return digits.some(
          (one) =>
            one.left < left - SLACK ||
            one.right > right + SLACK ||
            one.top < top - SLACK ||
            one.bottom > bottom + SLACK,
        )
      })
    }
    const elements = [...document.querySelectorAll('main *, [role=dialog] *, aside *')]
    const shown = wanted.flatMap((quantity) =>
      elements
        .filter(
          (element) =>
            element.checkVisibility() &&
            holds(element, quantity) &&
            ![...element.children].some((child) => holds(child, quantity)),
        )
        .map((element) => ({ quantity, element })),
    )
    const cut = shown.filter(({ element }) => isOutside(element)).map(({ quantity }) => quantity)
    return { shown: new Set(shown.map(({ quantity }) => quantity)).size, cut: [...new Set(cut)] }
  }, quantities)
