import { useState } from 'react'
import { shorten } from '../../lib/identifiers.ts'
import { panels } from '../../messages/en/panels/panels.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Icon } from '../icon/Icon.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'
import styles from './CopyHash.module.css'

addMessages(panels)

type Props = {
  value: string
  /** Shows all of it, over several lines; otherwise its two ends. */
  isWhole?: boolean
}

/** A hash or an address; a click copies all of it. */
export function CopyHash({ value, isWhole = false }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  const shown = isWhole ? value : shorten(value)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      // The browser denies the clipboard: the hash can still be selected as text.
    }
  }
  return (
    <>
      <Tooltip text={isWhole ? undefined : value}>
        <button
          type="button"
          className={styles.hash}
          data-whole={isWhole || undefined}
          aria-label={t('Panel.copy', { value: shown })}
          onClick={() => void copy()}
          onBlur={() => setIsCopied(false)}
        >
          <code>{shown}</code>
          <Icon name={isCopied ? 'check' : 'copy'} />
        </button>
      </Tooltip>
      <span className={styles.note} role="status">
        {isCopied && t('Panel.copied')}
      </span>
    </>
  )
}
