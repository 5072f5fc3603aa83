import './theme/tokens.css'
import './theme/fonts.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfiguration } from './app/configuration.ts'
import { Root } from './app/Root.tsx'
import { followTheme } from './theme/theme.ts'

followTheme()
void readConfiguration()

const place = document.getElementById('root')
if (place === null) throw new TypeError('the page has no place for the client')
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
