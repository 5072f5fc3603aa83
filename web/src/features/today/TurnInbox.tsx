import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Transfer } from '@connex/protocol'
import { useShortcut } from '../../lib/useShortcut.ts'
import { t } from '../../messages/t.ts'
import { useLeavingRows } from './useLeavingRows.ts'
import { RequestTurnRow, TransferTurnRow } from './TurnRow.tsx'
import type { Turn } from './turns.ts'
import styles from './TurnInbox.module.css'

export type TurnActions = {
  openId: string | undefined
  /** undefined closes the open one. */
  onOpen: (deliveryId: string | undefined) => void
  onAct: (kind: 'confirm' | 'cancel', transfer: Transfer) => void
  renderTrack: (transfer: Transfer) => ReactNode
  /** Why the user must not act on a transfer. */
  readOnlyReason: (transfer: Transfer) => string | undefined
}

type Props = TurnActions & {
  turns: readonly Turn[]
  now: number
  /** Shown once the last row has folded. */
  empty: ReactNode
}

const idOf = ({ id }: Turn): string => id

/** The transfers and the requests that wait for the viewer. J and K move, Enter opens, C confirms; a row that is done folds away. */
export function TurnInbox({ turns, now, empty, openId, onOpen, onAct, renderTrack, readOnlyReason }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const { rows, isLeaving, remove } = useLeavingRows(turns, idOf)
  const active = turns.find((turn) => idOf(turn) === activeId) ?? turns[0]
  const act = (turn: Turn) => {
    const kind = 'transfer' in turn ? turn.action.kind : 'open'
    if (!('transfer' in turn) || kind === 'open') onOpen(turn.opens)
    else if (readOnlyReason(turn.transfer) === undefined) onAct(kind, turn.transfer)
  }
  const moveTo = (turn: Turn | undefined) => {
    if (turn === undefined) return
    setActiveId(idOf(turn))
    focusRow(list.current, idOf(turn))
    if (openId !== undefined) onOpen(turn.opens)
  }
  const move = (step: number) => {
    // The first key goes to the first row, not past it.
    const isInside = list.current?.contains(document.activeElement) === true
    const index = active === undefined ? -1 : turns.indexOf(active)
    moveTo(isInside ? turns[index + step] : active)
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  useShortcut('c', () => active !== undefined && act(active))
  const onKeyDown = (event: KeyboardEvent) => {
    const isClosing = event.key === 'Escape' && openId !== undefined
    if (isClosing) onOpen(undefined)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || isClosing) event.preventDefault()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
  }
  const rowOf = (turn: Turn) => ({
    now,
    // One lime button on the screen: an open panel has its own.
    variant: turn === turns[0] && openId === undefined ? ('next' as const) : ('secondary' as const),
    isOpen: openId === turn.opens,
    onFocus: () => setActiveId(turn.id),
    onOpen: () => onOpen(turn.opens),
    onAct: () => act(turn),
  })
  if (rows.length === 0) return empty
  return (
    // The arrows move between the rows' own buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.list} aria-label={t('Today.your_turn')} onKeyDown={onKeyDown}>
      {rows.map((turn) => {
        const id = idOf(turn)
        const leaves = isLeaving(turn)
        return (
          <li
            key={id}
            className={styles.item}
            data-id={id}
            data-leaving={leaves || undefined}
            inert={leaves}
            onAnimationEnd={() => leaves && remove(turn)}
          >
            {'transfer' in turn ? (
              <TransferTurnRow
                {...rowOf(turn)}
                turn={turn}
                track={renderTrack(turn.transfer)}
                disabledReason={readOnlyReason(turn.transfer)}
              />
            ) : (
              <RequestTurnRow {...rowOf(turn)} turn={turn} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const focusRow = (list: HTMLElement | null, id: string): void =>
  list?.querySelector<HTMLElement>(`[data-id="${id}"] button`)?.focus()
