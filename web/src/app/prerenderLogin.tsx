import { renderToString } from 'react-dom/server'
import { Root } from './Root.tsx'

/** The client's first page, for a new visitor; the build runs it once. */
export const prerenderLogin = (): string => renderToString(<Root />)
