// The site as its readers get it: built by the one command, served by a plain web server, read in a browser.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as sdk from '../../sdk/src/index.ts'
import { chromiumPath, launchArguments } from '../browser.ts'
import { run } from '../run.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(import.meta.dirname, '.built/dist')
let server: Server
let pages: string[]

beforeAll(async () => {
  const { code, output } = await run('npm', ['run', 'site'], { cwd: root })
  if (code !== 0) throw new Error(output)
  pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  server = createServer(({ url = '/' }, response) => {
    const file = fileOf(new URL(url, 'http://localhost').pathname)
    if (file === undefined) return response.writeHead(404).end()
    const type = TYPES.find(([ending]) => file.endsWith(ending))?.[1] ?? 'application/octet-stream'
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}, 900_000)

afterAll(() => server.close())

const TYPES = [
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
] as const

/** What a web server gives for a path: the file, the page of that name, or the folder's index. */
function fileOf(path: string): string | undefined {
  const plain = join(dist, decodeURIComponent(path))
  const places = [plain, `${plain}.html`, join(plain, 'index.html')]
  return places.find((place) => existsSync(place) && statSync(place).isFile())
}

test('every link of every page leads to something, and nothing is loaded from elsewhere', () => {
  const faults = pages.flatMap((page) => {
    const html = readFileSync(join(dist, page), 'utf8')
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"/g)]
    const linked = [...html.matchAll(/<a[^>]+href="(?!https?:|#|mailto:)([^"#?]+)/g)]
    const lost = linked.filter(([, target = '']) => {
      const path = target.startsWith('/') ? target : join('/', dirname(page), target)
      return fileOf(path) === undefined
    })
    return [...loaded, ...lost].map(([, target]) => `${page}: ${target}`)
  })
  expect(pages.length).toBeGreaterThan(400)
  expect(faults).toEqual([])
})

test('everything that the SDK exports has a page', () => {
  const names = Object.keys(sdk)
  const missing = names.filter(
    (name) =>
      !pages.some((page) => page.startsWith('sdk-reference/@connex/sdk/') && page.endsWith(`/${name}.html`)),
  )
  expect(names.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('a reader finds a page by a word, without an error', async () => {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...launchArguments] })
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByPlaceholder('Search').fill('createFopTransfer')
    await page.getByRole('option').locator('a[href*="/functions/createFopTransfer"]').first().click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'createFopTransfer' }).waitFor()
    expect(errors).toEqual([])
  } finally {
    await browser.close()
  }
}, 60_000)
