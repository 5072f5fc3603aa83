import { expect, test } from 'vitest'
import { folderPage, isDocument, linksOf, navigationOf, placeOf, siteText } from './pages.ts'

test("documents are pages; a package's own README and the code are not", () => {
  const files = ['docs/deals.md', 'docs/decisions/0001-a.md', 'README.md', 'deploy/README.md']
  expect(files.filter(isDocument)).toEqual(files)
  expect(['sdk/README.md', 'node/README.md', 'docs/cli.txt', 'web/docs/a.md'].filter(isDocument)).toEqual([])
})

test('a link to another site or within the page is left as it is', () => {
  const text = 'See [there](https://example.org/a), [below](#below), [a mail](mailto:a@example.org).'
  expect(siteText('docs/trust.md', text, new Set())).toBe(text)
  expect(linksOf('docs/trust.md', text)).toEqual([])
})

test('a link to a document stays, one to a file leads to its copy, one to a folder to its first page', () => {
  const text =
    '[keys](keys.md#loss) [start](../README.md) [proxy](../deploy/proxy/nginx.conf) [why](decisions)'
  expect(siteText('docs/trust.md', text, new Set(['docs/decisions']))).toBe(
    '[keys](keys.md#loss) [start](../index.md) [proxy](../files/deploy/proxy/nginx.conf.txt) [why](decisions/index.md)',
  )
  expect(linksOf('docs/trust.md', text)).toEqual([
    'docs/keys.md',
    'README.md',
    'deploy/proxy/nginx.conf',
    'docs/decisions',
  ])
  expect(placeOf('deploy/proxy/nginx.conf')).toBe('files/deploy/proxy/nginx.conf.txt')
})

test("a folder's index lists documents by their titles, and other files by their names", () => {
  const files = [
    'docs/decisions/0001-a.md',
    'docs/decisions/table.csv',
    'docs/decisions/old/0000-b.md',
    'a.md',
  ]
  const texts = new Map([['docs/decisions/0001-a.md', '# 1. A bundled Node\n\nText.']])
  expect(folderPage('docs/decisions', files, texts)).toBe(
    '# Decisions\n\n- [1. A bundled Node](0001-a.md)\n- [table.csv](table.csv)\n',
  )
})

test('the navigation has a group for each reader, in the order of the table', () => {
  const overview = [
    '| you want to | read |',
    '| --- | --- |',
    '| **evaluate** | [overview](../README.md): what it is · [ledgers](ledgers.md) |',
    '| **contribute** | [decisions](decisions): why |',
  ].join('\n')
  expect(navigationOf(overview)).toEqual([
    {
      text: 'Evaluate',
      items: [
        { text: 'Overview', link: '/' },
        { text: 'Ledgers', link: '/docs/ledgers' },
      ],
    },
    { text: 'Contribute', items: [{ text: 'Decisions', link: '/docs/decisions' }] },
  ])
})
