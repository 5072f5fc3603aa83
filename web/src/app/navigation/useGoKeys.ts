import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '../../lib/useShortcut.ts'

/** `g h`, `g t` and `g c`: to Holdings, Transactions and Custodians. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  useShortcut('g h', () => void navigate({ to: '/holdings' }))
  useShortcut('g t', () => void navigate({ to: '/transactions' }))
  useShortcut('g c', () => void navigate({ to: '/custodians' }))
}
