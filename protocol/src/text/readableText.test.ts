import { expect, test } from 'vitest'
import { foreignText, readableName, readableText } from './readableText.ts'

const CONTROLS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
const ZERO_WIDTH = '\u00ad\u034f\u115f\u180e\u200b\u200c\u200d\u2060\u2063\u3164\ufeff\uffa0\u{e0041}'
const OTHERS = '\0\u0007\u001b\u007f\u0085\u2028\u2029\ud800'

test('D4: WEB-02 what turns the direction, takes no room or controls something is shown as a mark', () => {
  for (const hidden of CONTROLS + ZERO_WIDTH + OTHERS) {
    expect(readableText(`a${hidden}b`)).toBe('a\u{fffd}b')
    expect(readableName(`a${hidden}b`)).toBe('a\u{fffd}b')
  }
  expect(readableText('\u202Egnp.exe\u202C')).toBe('\u{fffd}gnp.exe\u{fffd}')
})

test('D4: a text keeps its lines and tabs, a name is one line', () => {
  expect(readableText('one\r\ntwo\n\tthree')).toBe('one\ntwo\n\tthree')
  expect(readableText('over\rwritten')).toBe('over\u{fffd}written')
  expect(readableName('one\ntwo')).toBe('one\u{fffd}two')
})

test('D4: Hebrew, Arabic, Persian and emoji stay as they are written', () => {
  for (const text of [
    'בנק הפועלים',
    'مصرف الراجحي',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻 ✔\ufe0f',
    'Rhône',
  ])
    expect(readableText(text)).toBe(text)
  // A joiner between other letters joins nothing: it hides.
  expect(readableText('pay\u200dpal 1\u200d2')).toBe('pay\u{fffd}pal 1\u{fffd}2')
})

test('a text that a user wrote does not compile where a string is wanted, until hidden characters are marked', () => {
  const written = foreignText('\u202Egnp.exe') ?? ''
  // @ts-expect-error: this is the place that forgets it.
  const shown: string = written
  expect(readableText(written)).not.toBe(shown)
})
