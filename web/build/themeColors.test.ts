import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, '../src/theme/tokens.css'), 'utf8')
const [lightSheet = '', darkSheet = ''] = sheet.split(":root[data-theme='dark']")
const colorsOf = (text: string) =>
  new Map([...text.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', color = '']) => [name, color]))
/** What has one value for both themes. */
const SHARED = /^(radius|type|weight)-|^(fast|slow|ease|sans|mono)$/
const namesOf = (text: string) =>
  [...text.matchAll(/--([\w-]+):/g)].map(([, name = '']) => name).filter((name) => !SHARED.test(name))
const themes = { light: colorsOf(lightSheet), dark: colorsOf(darkSheet) }

/** The contrast of two colors by WCAG 2: 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Each text with the grounds that it meets. */
const TEXTS: Record<string, readonly string[]> = {
  text: ['bg', 'surface', 'surface-2', 'soft', 'soft-hover', 'track', 'lifted'],
  muted: ['bg', 'surface', 'surface-2', 'soft', 'soft-hover', 'track', 'lifted'],
  primary: ['bg', 'surface', 'surface-2', 'soft', 'soft-hover'],
  danger: ['bg', 'surface', 'surface-2', 'danger-bg'],
  pend: ['surface', 'surface-2', 'pend-bg'],
  cp: ['surface', 'surface-2', 'cp-bg'],
  cust: ['surface', 'surface-2', 'cust-bg'],
  done: ['surface', 'surface-2', 'done-bg'],
  can: ['surface', 'surface-2', 'can-bg'],
  'on-primary': ['primary'],
  'on-button': ['button', 'button-hover'],
  'on-accent': ['accent', 'accent-hover'],
  'on-danger': ['danger-solid'],
  'on-brand': ['brand', 'brand-2', 'brand-3'],
  'on-brand-muted': ['brand'],
}
const textPairs = Object.entries(TEXTS).flatMap(([text, grounds]) =>
  grounds.map((ground) => [text, ground] as const),
)

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colorOf = (name: string): string => {
    const color = themes[theme].get(name)
    if (color === undefined) throw new Error(`the theme has no color ${name}`)
    return color
  }

  test.each(textPairs)('writes %s on %s with a contrast of at least 4.5', (text, ground) => {
    expect(contrast(colorOf(text), colorOf(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['surface', 'surface-2'])(
    'draws the edge of a field on %s with a contrast of at least 3',
    (ground) => {
      expect(contrast(colorOf('field-line'), colorOf(ground))).toBeGreaterThanOrEqual(3)
    },
  )
})

test('each color and shadow has a value in both themes', () => {
  expect(namesOf(darkSheet)).toEqual(namesOf(lightSheet))
})

test('the site of the documents has colors of the same theme', () => {
  const site = readFileSync(join(import.meta.dirname, '../../tools/site/.vitepress/theme/colors.css'), 'utf8')
  const [lightSite = '', darkSite = ''] = site.split('.dark {')
  expect(colorsOf(lightSite).size).toBeGreaterThan(0)
  expect([...themes.light.values()]).toEqual(expect.arrayContaining([...colorsOf(lightSite).values()]))
  expect([...themes.dark.values()]).toEqual(expect.arrayContaining([...colorsOf(darkSite).values()]))
})

test('the dark theme sets its surface off from the page, and no button outshines the next step', () => {
  const colorOf = (name: string) => themes.dark.get(name) ?? ''
  expect(contrast(colorOf('surface'), colorOf('bg'))).toBeGreaterThanOrEqual(1.5)
  expect(luminance(colorOf('button'))).toBeLessThan(luminance(colorOf('accent')))
})

test('both themes keep the colors of the specification', () => {
  const givenOf = (theme: 'light' | 'dark') =>
    ['primary', 'accent', 'bg'].map((name) => themes[theme].get(name))
  expect(givenOf('light')).toEqual(['#003745', '#aecb46', '#eceff1'])
  expect(givenOf('dark')).toEqual(['#d3f5fd', '#97b139', '#37474f'])
})
