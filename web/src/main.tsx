import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readConfiguration } from './session/configuration.ts'
import { restoreSession } from './session/restoreSession.ts'
import { loadApplication, Root } from './app/Root.tsx'
import { followTheme } from './theme/theme.ts'

followTheme()
void readConfiguration()
void restoreSession(loadApplication)

const root = document.getElementById('root')
if (root === null) throw new TypeError('the page has no root for the client')
const client = (
  <StrictMode>
    <Root />
  </StrictMode>
)
// The built page contains the login; the development server's does not. A transition hydrates it in small steps, so that
// typing meanwhile is not delayed.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, client))
else createRoot(root).render(client)
