// Runs before the first paint, so that a dark page never flashes white. The default is light. Then it starts the client.
try {
  // Whoever was signed in does not see the login flash by (src/session/session.ts).
  if (localStorage.getItem('connex.session') === 'open') document.documentElement.dataset.door = 'reopening'
} catch {
  // Where nothing may be read there was no session either.
}
// What is sent before the client is there is sent as soon as it is (src/features/login/LoginScreen.tsx).
addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) event.target.dataset.sent = ''
})
// A file that is dropped before is not opened by the browser in place of the login.
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => event.preventDefault())
try {
  const theme = localStorage.getItem('connex.theme')
  const systemIsDark = theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = theme === 'dark' || systemIsDark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
// The client of a built page comes after the first paint (build/paintFirst.ts): it would share a slow line with that. A
// page in the background is not painted, and waits for nothing.
addEventListener('DOMContentLoaded', () => {
  const parts = [...document.querySelectorAll('link[data-client]')]
  const start = () => {
    for (const part of parts) part.rel = 'modulepreload'
    if (parts.length > 0) void import(parts.at(-1).href)
  }
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})
