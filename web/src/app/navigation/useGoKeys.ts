import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useShortcut } from '../../lib/useShortcut.ts'

const WITHIN_MS = 1_200

/** `g h`, `g t` and `g c`: to Holdings, Transactions and Custodians. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const armedAt = useRef(-Infinity)
  const goIfArmed = (to: '/holdings' | '/transactions' | '/custodians') => {
    const isArmed = performance.now() - armedAt.current < WITHIN_MS
    armedAt.current = -Infinity
    if (isArmed) void navigate({ to })
  }
  useShortcut('g', () => {
    armedAt.current = performance.now()
  })
  useShortcut('h', () => goIfArmed('/holdings'))
  useShortcut('t', () => goIfArmed('/transactions'))
  useShortcut('c', () => goIfArmed('/custodians'))
}
