/** Of files that this page has fetched, or is fetching. */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a chunk once all of its files are fetched. Many browsers remember for as long as a page lives that a module could not be
 * fetched (https://github.com/whatwg/html/issues/6768), so that no later import of it succeeds; a fetch can be repeated. The import
 * takes the files from the browser's cache. The build puts this around each `import()`.
 */
export async function importFetched<Chunk>(
  load: () => Promise<Chunk>,
  files: readonly string[] = [],
): Promise<Chunk> {
  await Promise.all(files.map(fetchOnce))
  return load()
}

function fetchOnce(file: string): Promise<void> {
  const url = `/${file}`
  const known = fetched.get(url)
  if (known !== undefined) return known
  const fetching = file.endsWith('.css') ? addStyles(url) : readWhole(url)
  fetched.set(url, fetching)
  fetching.catch(() => fetched.delete(url))
  return fetching
}

async function readWhole(url: string): Promise<void> {
  if (document.querySelector(`[src="${url}"], [href="${url}"]`) !== null) return
  const response = await fetch(url)
  if (!response.ok) throw new TypeError(`${url} was answered ${response.status}`)
  await response.arrayBuffer()
}

function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null) return resolve()
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(`${href} could not be fetched`))
    })
    document.head.append(link)
  })
}
