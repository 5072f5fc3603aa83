import { expect, test } from 'vitest'
import { isOddTarget } from './refuseOddTargets.ts'

test.each([
  '',
  'api',
  '*',
  'http://x/api',
  '//x',
  '/a//b',
  '/a/../b',
  '/a/..',
  '/./a',
  '/%2e%2E/a',
  '/a%2fb',
  '/a%5Cb',
  '/a\\b',
  '/a?b=\\',
  '/a%00',
  '/a?b=%00',
  '/a%0Ab',
  '/a%zz',
  '/a?b=%',
  '/a b',
  '/ä',
  '/a#b',
  '/a\r\nb',
  `/${'a'.repeat(9000)}`,
])('%j is odd', (target) => {
  expect(isOddTarget(target)).toBe(true)
})

test.each([
  '/',
  '/a/b.js',
  '/a?b=c&d=%2F..%2F//%5C',
  '/a?b=..',
  '/a...b',
  '/%C3%A4',
  '/custodians/0x1:0x2/accounts',
])('%j is plain', (target) => {
  expect(isOddTarget(target)).toBe(false)
})
