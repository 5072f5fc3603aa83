import { expect, it } from 'vitest'
import { piecesOf, plainText, sentenceOf } from './Sentences.tsx'

it('names what is missing in its place', () => {
  const pieces = piecesOf('You pay {{cash}} to {{who}}.', { who: 'Baltic' }, (name) => `the ${name}`)
  expect(pieces).toEqual([
    { text: 'You pay ', kind: 'words' },
    { text: 'the cash', kind: 'missing' },
    { text: ' to ', kind: 'words' },
    { text: 'Baltic', kind: 'value' },
    { text: '.', kind: 'words' },
  ])
})

it('takes a value for text, whatever is in it, and marks what it hides', () => {
  const pieces = sentenceOf(
    { who: '{{cash}}\u202E', cash: 'EUR 1.00' },
    ({ who, cash }) => `${who} pays ${cash}.`,
  )
  expect(pieces.map(({ kind }) => kind)).toEqual(['value', 'words', 'value', 'words'])
  expect(plainText(pieces)).toMatch(/^\{\{cash\}\}.* pays EUR 1\.00\.$/)
  expect(plainText(pieces)).not.toContain('\u202E')
})
