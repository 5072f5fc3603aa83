// The screens of the navigation: its entries, the keys, the palette and the titles read them here.
import type { IconName } from '../../ui/icon/Icon.tsx'

type Id =
  | 'today'
  | 'holdings'
  | 'transactions'
  | 'approvals'
  | 'availability'
  | 'calendar'
  | 'counterparties'
  | 'custodians'

const screen = <One extends Id>(id: One, key: string, icon: IconName) => ({
  id,
  to: `/${id}` as const,
  label: `Navigation.${id}` as const,
  icon,
  keys: `g ${key}`,
})

/** In the order of the navigation. */
export const SCREENS = [
  screen('today', 'd', 'empty'),
  screen('holdings', 'h', 'holdings'),
  screen('transactions', 't', 'transactions'),
  screen('approvals', 'a', 'check'),
  screen('availability', 'v', 'chart'),
  screen('calendar', 'l', 'calendar'),
  screen('counterparties', 'p', 'counterparties'),
  screen('custodians', 'c', 'custodians'),
] as const

export type Screen = (typeof SCREENS)[number]
