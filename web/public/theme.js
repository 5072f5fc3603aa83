// Runs before the first paint, so that a dark page never flashes white. The default is light.
try {
  const theme = localStorage.getItem('connex.theme')
  const systemIsDark = theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = theme === 'dark' || systemIsDark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
