import { createContext, type RefObject } from 'react'

/** Where lists open within a dialog: inside of it, so that they belong to what they are asked for. */
export const OverlayHome = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
