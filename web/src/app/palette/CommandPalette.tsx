import { Dialog } from '@base-ui/react/dialog'
import { SEARCH_MINIMUM } from '@connex/protocol'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { TransferTurn } from '../../features/transfers/shared/TransferStatus.tsx'
import { t } from '../../messages/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { Command } from './commands.ts'
import { findCommands, useCommands } from './commands.ts'
import { Keys } from './Keys.tsx'
import { usePaletteResults } from './usePaletteResults.ts'
import styles from './CommandPalette.module.css'

type Props = { onClose: () => void; onKeys: () => void }

const PAUSE_MS = 200

/** Finds deals, holdings, instruments and counterparties by any text, and commands by the beginnings of their words. */
export default function CommandPalette({ onClose, onKeys }: Props) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const [at, setAt] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const results = usePaletteResults(searched)
  const own = useCommands(onKeys).map((group) => ({
    ...group,
    commands: findCommands(group.commands, typed),
  }))
  // What waits comes first; what a text finds follows the commands that it begins.
  const groups = (typed === '' ? [...results.groups, ...own] : [...own, ...results.groups]).filter(
    ({ commands }) => commands.length > 0,
  )
  const found = groups.flatMap(({ commands }) => commands)
  const active = Math.min(at, found.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSearched(text), text === '' ? 0 : PAUSE_MS)
  }
  const walk = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    const next = (to + found.length) % Math.max(1, found.length)
    setAt(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Frame input={input} onClose={onClose}>
      <div className={styles.top}>
        <Icon name="search" />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={t('Palette.type')}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : idOf(active)}
          placeholder={t('Palette.type')}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') walk(event, active + 1)
            if (event.key === 'ArrowUp') walk(event, active - 1)
            if (event.key === 'Enter') {
              event.preventDefault()
              run(found[active])
            }
          }}
        />
        <span className={styles.close}>
          <IconButton icon="close" label={t('Common.close')} onClick={onClose} />
        </span>
      </div>
      <div id={id} role="listbox" aria-label={t('Palette.title')} className={styles.list}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <div id={`${id}-${group.id}`} className={styles.caption}>
              {group.label}
            </div>
            {group.commands.map((command) => {
              const index = found.indexOf(command)
              return (
                <Option
                  key={command.id}
                  id={idOf(index)}
                  command={command}
                  isActive={index === active}
                  onPoint={() => setAt(index)}
                  onRun={() => run(command)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <Status
        typed={typed}
        isSearching={searched !== typed || results.isSearching}
        hasFailed={results.hasFailed}
        count={found.length}
      />
      <Hints />
    </Frame>
  )
}

/** A dialog without a title row: the field is its first line. */
function Frame({ input, onClose, children }: FrameProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.palette} aria-label={t('Palette.title')} initialFocus={input}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type FrameProps = {
  input: { readonly current: HTMLInputElement | null }
  onClose: () => void
  children: ReactNode
}

const Hints = () => (
  <div className={styles.foot} aria-hidden>
    <Keys keys="↑ ↓" /> {t('Palette.move')} <Keys keys="Enter" /> {t('Palette.open')} <Keys keys="Esc" />{' '}
    {t('Palette.leave')}
  </div>
)

type OptionProps = {
  id: string
  command: Command
  isActive: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, command, isActive, onPoint, onRun }: OptionProps) {
  const { icon, label, note, aside, transfer, keys } = command
  return (
    // The field above keeps the focus, and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <Icon name={icon} />
      <span className={styles.label}>
        {label}
        {note !== undefined && note !== '' && <span className={styles.note}>{note}</span>}
      </span>
      {transfer !== undefined && <TransferTurn transfer={transfer} />}
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </div>
  )
}

type StatusProps = { typed: string; isSearching: boolean; hasFailed: boolean; count: number }

/** Below the results: whether more may come, and what to do where there are none. */
function Status({ typed, isSearching, hasFailed, count }: StatusProps) {
  const length = typed.trim().length
  const text =
    length > 0 && length < SEARCH_MINIMUM
      ? t('Palette.more_letters', { minimum: SEARCH_MINIMUM })
      : hasFailed
        ? t('Palette.failure')
        : isSearching && length > 0
          ? t('Palette.searching')
          : count === 0
            ? t('Palette.none', { text: typed.trim() })
            : ''
  return (
    <p className={styles.status} role="status">
      {text}
    </p>
  )
}
