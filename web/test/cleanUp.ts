// Files share a process: each test unmounts what it rendered, and leaves an empty page and storage behind.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A chunk that is imported lazily takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

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
