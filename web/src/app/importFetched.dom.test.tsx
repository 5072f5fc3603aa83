import { beforeEach, expect, test, vi } from 'vitest'
import { importFetched } from './importFetched.ts'

let imports = 0
const load = () => Promise.resolve(`import ${++imports}`)

/** Answers what the page fetches: first with these, then with whole files. Returns what it fetches. */
function answer(...answers: readonly (() => Promise<Response>)[]): string[] {
  const rest = [...answers]
  const fetched: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url)
    return rest.shift()?.() ?? Promise.resolve(new Response('export {}'))
  })
  return fetched
}

const noLine = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  imports = 0
  document.head.replaceChildren()
})

test('while a file cannot be fetched nothing is imported: the browser would remember the failure', async () => {
  answer(noLine)
  await expect(importFetched(load, ['assets/Lost.js', 'assets/Found.js'])).rejects.toThrow('Failed to fetch')
  expect(imports).toBe(0)
})

test('an answer other than the file is a failure', async () => {
  answer(() => Promise.resolve(new Response('', { status: 503 })))
  const importing = importFetched(load, ['assets/Draining.js'])
  await expect(importing).rejects.toThrow('/assets/Draining.js was answered 503')
  expect(imports).toBe(0)
})

test('a file that breaks off is a failure', async () => {
  const broken = new ReadableStream({ start: (part) => part.error(new TypeError('network error')) })
  answer(() => Promise.resolve(new Response(broken)))
  await expect(importFetched(load, ['assets/Broken.js'])).rejects.toThrow('network error')
  expect(imports).toBe(0)
})

test('a file that failed is fetched again, and one that came is not', async () => {
  const fetched = answer(noLine)
  const files = ['assets/Second.js', 'assets/First.js']
  await expect(importFetched(load, files)).rejects.toThrow('Failed to fetch')
  expect(await importFetched(load, files)).toBe('import 1')
  expect(await importFetched(load, files)).toBe('import 2')
  expect(fetched).toEqual(['/assets/Second.js', '/assets/First.js', '/assets/Second.js'])
})

test('what the page has is not fetched', async () => {
  document.head.innerHTML = '<script src="/assets/Main.js"></script><link href="/assets/Shared.js" />'
  const fetched = answer()
  expect(await importFetched(load, ['assets/Main.js', 'assets/Shared.js'])).toBe('import 1')
  expect(fetched).toEqual([])
})

test('a chunk without files, as the development server has them, is imported at once', async () => {
  expect(await importFetched(load)).toBe('import 1')
})
