import { expect, test } from 'vitest'
import { suggest, timeText, wrap } from './text.ts'

test('a time is in UTC, to the second', () => {
  expect(timeText(0)).toBe('1970-01-01T00:00:00Z')
  expect(timeText(1_795_651_199)).toBe('2026-11-25T23:59:59Z')
})

test('lines break at spaces, and those that are there stay', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('one\ntwo three', 7)).toBe('one\ntwo\nthree')
  expect(wrap('indivisible', 7)).toBe('indivisible')
})

test('a name is suggested for one letter too few, too many, wrong or swapped, and not for another word', () => {
  const names = ['wallet', 'whoami']
  for (const typed of ['walet', 'walllet', 'wallat', 'wlalet', 'WALLET'])
    expect(suggest(typed, names)).toBe('wallet')
  expect(suggest('balance', names)).toBeUndefined()
})
