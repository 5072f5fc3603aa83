type Listener = (type: string, act: () => void) => void

/** Acts when a browser loses its network, or has it again; elsewhere that is never told. Returns how to forget it. */
export function onNetwork(change: 'online' | 'offline', act: () => void): () => void {
  const page = globalThis as { addEventListener?: Listener; removeEventListener?: Listener }
  page.addEventListener?.(change, act)
  return () => page.removeEventListener?.(change, act)
}
