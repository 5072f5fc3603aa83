import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../messages/t.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import field from '../../ui/field/Field.module.css'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { Command } from './commands.ts'
import { findCommands, useCommands } from './commands.ts'
import styles from './CommandPalette.module.css'

/** Finds a command by the beginnings of its words, and runs it. */
export default function CommandPalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const found = findCommands(useCommands(onKeys), typed)
  const active = Math.min(at, found.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const walk = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    const next = (to + found.length) % Math.max(1, found.length)
    setAt(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog title={t('Palette.title')} initialFocus={input} onClose={onClose}>
      <div className={field.box}>
        <Icon name="search" />
        <input
          ref={input}
          className={field.input}
          role="combobox"
          aria-label={t('Palette.type')}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : idOf(active)}
          placeholder={t('Palette.type')}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') walk(event, active + 1)
            if (event.key === 'ArrowUp') walk(event, active - 1)
            if (event.key === 'Enter') {
              event.preventDefault()
              run(found[active])
            }
          }}
        />
      </div>
      {found.length === 0 && <p className={styles.none}>{t('Palette.none')}</p>}
      <ul id={id} role="listbox" aria-label={t('Palette.title')} className={styles.list}>
        {found.map((command, index) => (
          // The field above keeps the focus, and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.id}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className={styles.label}>{command.label}</span>
            {command.keys !== undefined && <kbd className={styles.key}>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
