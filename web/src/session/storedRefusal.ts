// Why the server refused a user during a session: stored for this tab's next reload, and sent to the other tabs.
import { LoginRefusal, type LoginRefusalKey } from './loginFailure.ts'

const KEY = 'connex.refusal'
const CHANNEL = 'connex-refusal'

type StoredRefusal = Pick<LoginRefusal, 'key' | 'values'>

/** Belongs to this tab, until it is removed or the tab is closed. */
export const storedRefusal = {
  read(): LoginRefusal | undefined {
    try {
      return parse(JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'))
    } catch {
      return undefined
    }
  },
  write({ key, values }: LoginRefusal): void {
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ key, values } satisfies StoredRefusal))
    } catch {
      // Without storage, a reload shows the empty login.
    }
  },
  remove(): void {
    try {
      window.sessionStorage.removeItem(KEY)
    } catch {
      // Without storage, nothing was stored.
    }
  },
}

/** Sends the refusal to the other tabs of this user. `broadcastRefusal(address, refusal)` */
export function broadcastRefusal(address: string, { key, values }: LoginRefusal): void {
  const channel = new BroadcastChannel(CHANNEL)
  // A broadcast channel reaches its own origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ address, key, values })
  channel.close()
}

/** Calls the listener with refusals that other tabs received, as long as the page is open. */
export function followRefusals(listener: (address: string, refusal: LoginRefusal) => void): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: { data: unknown }) => {
    const { address } = Object(data) as { address?: unknown }
    const refusal = parse(data)
    if (typeof address === 'string' && refusal !== undefined) listener(address, refusal)
  })
}

const KEYS: readonly LoginRefusalKey[] = [
  'error_user_not_active',
  'error_account_locked',
  'error_wallet_expired',
]

/** Whether the server refuses the account itself, whatever its user requests. */
export const isOfAccount = ({ key }: LoginRefusal): boolean => KEYS.includes(key)

/** Undefined for anything that no tab of this version has written. */
function parse(data: unknown): LoginRefusal | undefined {
  const { key, values } = Object(data) as { key?: unknown; values?: unknown }
  const known = KEYS.find((one) => one === key)
  const texts = Object.entries(Object(values) as object).filter(([, value]) => typeof value === 'string')
  return known && new LoginRefusal(known, Object.fromEntries(texts))
}
