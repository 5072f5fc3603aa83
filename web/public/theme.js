// Runs before the first paint, so that a dark page never flashes white. Light is the default. Then it starts the client.
try {
  // A signed-in user does not see the login flash by (src/session/session.ts).
  if (localStorage.getItem('connex.session') === 'open')
    document.documentElement.dataset.session = 'restoring'
} catch {
  // Without storage there was no session either.
}
// A form that is submitted too early is submitted once the client has started (src/features/login/LoginScreen.tsx).
addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) event.target.dataset.sent = ''
})
// The browser must not open a file that is dropped too early in place of the login.
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => event.preventDefault())
try {
  const theme = localStorage.getItem('connex.theme')
  const systemIsDark = theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = theme === 'dark' || systemIsDark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
// The client of a built page is loaded after the first paint (build/paintFirst.ts), which would otherwise share a slow
// connection with it. A page in the background is not painted, and does not wait.
addEventListener('DOMContentLoaded', () => {
  const chunks = [...document.querySelectorAll('link[data-client]')]
  const start = () => {
    for (const chunk of chunks) chunk.rel = 'modulepreload'
    if (chunks.length > 0) void import(chunks.at(-1).href)
  }
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})
