// Runs before the first paint, so that a dark page never flashes white. The default is light.
try {
  // Whoever was signed in does not see the login flash by (src/app/session.ts).
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
