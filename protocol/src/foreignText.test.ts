import { expect, test } from 'vitest'
import { foreignText } from './foreignText.ts'
import { readableText } from './readableText.ts'

test('a text that a user wrote does not compile where a string is wanted, until hidden characters are marked', () => {
  const written = foreignText('\u202Egnp.exe') ?? ''
  // @ts-expect-error: this is the place that forgets it.
  const shown: string = written
  expect(readableText(written)).not.toBe(shown)
})
