import { lazy, Suspense, useRef, useState } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { asOfText } from './asOf.ts'
import styles from './AsOfField.module.css'

const loadPopup = () => importWithRetry(() => import('./AsOfPopup.tsx'))
const AsOfPopup = lazy(loadPopup)

type Props = { moment: string | undefined; onChange: (moment: string | undefined) => void }

/** The moment that is shown: now, unless a past one is chosen. */
export function AsOfField({ moment, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const text = asOfText(moment)
  return (
    <>
      <Button
        ref={anchor}
        variant={text === undefined ? 'quiet' : 'secondary'}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text ?? t('AsOf.now')}
        <span className={styles.open}>
          <Icon name="chevron-down" />
        </span>
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <AsOfPopup anchor={anchor} moment={moment} onChange={onChange} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
