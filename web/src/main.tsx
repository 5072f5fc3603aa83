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

const place = document.getElementById('root')
if (place === null) throw new TypeError('the page has no place for the client')
const client = (
  <StrictMode>
    <Root />
  </StrictMode>
)
// The built page brings the login with it; the one that is being worked on does not. It is taken over bit by bit, so that
// what is typed meanwhile is not held up.
if (place.hasChildNodes()) startTransition(() => void hydrateRoot(place, client))
else createRoot(place).render(client)
