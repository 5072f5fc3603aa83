import { expect, test } from 'vitest'
import { liftOf, type Box } from './clearOfToasts.ts'

const box = (left: number, right: number, top: number, bottom: number): Box => ({ left, right, top, bottom })
/** One toast at the bottom right of a screen of 1440 × 900. */
const toast = box(1020, 1420, 800, 880)

test('toasts stay where they are beside, below or far above the actions', () => {
  expect(liftOf(toast, box(200, 1000, 820, 890))).toBe(0)
  expect(liftOf(toast, box(940, 1420, 400, 460))).toBe(0)
  expect(liftOf(toast, box(940, 1420, 895, 940))).toBe(0)
})

test('toasts end above actions that they would cover, or touch', () => {
  expect(liftOf(toast, box(940, 1420, 820, 890))).toBe(72)
  expect(liftOf(toast, box(940, 1420, 740, 795))).toBe(152)
  expect(liftOf(box(1020, 1420, 500, 880), box(940, 1420, 560, 630))).toBe(332)
})
