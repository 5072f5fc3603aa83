import { renderToString } from 'react-dom/server'
import { Root } from './Root.tsx'

/** What the client shows to whoever has just come: run once, when it is built. */
export const prerenderLogin = (): string => renderToString(<Root />)
