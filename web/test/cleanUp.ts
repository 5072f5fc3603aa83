// Files share a process: each test unmounts what it rendered, and leaves an empty page and storage behind.
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  document.body.replaceChildren()
  document.title = ''
  for (const name of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[name]
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
