import type { ClientConfig } from '@connex/protocol'

const MINUTE_MS = 60_000

/** How long the user of this deployment may do nothing, in milliseconds; the vault keeps it within its own bounds. */
export const idleMsOf = ({ idleMinutes }: Pick<ClientConfig, 'idleMinutes'>): number =>
  Math.max(1, Math.round(idleMinutes * MINUTE_MS))
