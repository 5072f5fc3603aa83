// The site's look. What it contains is written by tools/site.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../.built')
const navigation = JSON.parse(readFileSync(join(built, 'navigation.json'), 'utf8'))

export default {
  title: 'Collateral ConneX',
  description:
    'Tokenized securities as collateral: documents for those who evaluate, integrate, operate and contribute.',
  srcDir: '.built/pages',
  outDir: '.built/dist',
  cacheDir: '.built/cache',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  // The reference has a page for each name: without this each page would carry the list of all.
  metaChunk: true,
  // The documents have no HTML: what looks like it is a placeholder.
  markdown: { html: false },
  ignoreDeadLinks: [/^\.?\.?\/.*files\//],
  themeConfig: {
    logo: '/favicon.svg',
    sidebar: [...navigation, { text: 'SDK reference', link: '/sdk-reference/' }],
    nav: [
      { text: 'Documents', link: '/docs/' },
      { text: 'SDK reference', link: '/sdk-reference/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    search: { provider: 'local' },
    outline: [2, 3],
  },
}
