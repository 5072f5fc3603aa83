import { useEffect, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { PasswordField } from '../../ui/field/PasswordField.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { describeWallet, type ChosenFile } from './describeWallet.ts'
import { useUnlock, type Enter, type Unlocking } from './useUnlock.ts'
import { WalletDrop } from './WalletDrop.tsx'
import styles from './LoginScreen.module.css'

/** The encrypted file that this tab keeps, where its user wants that. */
export type RememberedFile = {
  read: () => File | undefined
  keep: (file: File) => Promise<void>
  forget: () => void
}

type Props = {
  helpUrl: string
  /** Whether a session outlives a reload in this browser. */
  isKept: boolean
  /** Why one is here: after a logout, or because the session has ended. */
  notice: string | undefined
  enter: Enter
  remembered: RememberedFile
  /** Drops any unlocked wallet. */
  onLogout: () => void
}

/** Choose a wallet file, type its password, be let in. */
export function LoginScreen({ helpUrl, isKept, notice, enter, remembered, onLogout }: Props) {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isRemembered, setIsRemembered] = useState(false)
  const [isAgain, setIsAgain] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const { progress, failure, unlock, stop } = useUnlock(enter)
  const isBusy = progress !== undefined
  const isUsable = chosen !== undefined && !('failure' in chosen)
  const shownFailure = chosen !== undefined && 'failure' in chosen ? chosen.failure : failure

  const choose = async (file: File) => {
    stop()
    setIsTried(false)
    setIsAgain(false)
    const described = await describeWallet(file)
    setChosen(described)
    if (!('failure' in described)) passwordInput.current?.focus()
  }
  useEffect(() => {
    let isHere = true
    const chooseAgain = async () => {
      const described = await rememberedOf(remembered)
      if (!isHere || described === undefined) return
      setChosen(described)
      setIsRemembered(true)
      setIsAgain(true)
      passwordInput.current?.focus()
    }
    void chooseAgain()
    return () => {
      isHere = false
    }
  }, [remembered])
  const rememberOrNot = (isOn: boolean) => {
    setIsRemembered(isOn)
    if (!isOn) remembered.forget()
  }
  const submit = async () => {
    setIsTried(true)
    if (!isUsable || password === '' || isBusy) return
    const outcome = await unlock(chosen.file, password)
    if (outcome === 'failed') passwordInput.current?.select()
    if (outcome === 'entered' && isRemembered) await remembered.keep(chosen.file)
  }
  const logout = () => {
    stop()
    setChosen(undefined)
    setPassword('')
    setIsTried(false)
    setIsRemembered(false)
    setIsAgain(false)
    onLogout()
  }
  // A file dropped anywhere on the screen is meant for the field; left to itself the browser would open it.
  const takeDrops = ({ ownerDocument }: HTMLElement) => {
    const allow = (event: DragEvent) => event.preventDefault()
    const take = (event: DragEvent) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file !== undefined && !isBusy) void choose(file)
    }
    ownerDocument.addEventListener('dragover', allow)
    ownerDocument.addEventListener('drop', take)
    return () => {
      ownerDocument.removeEventListener('dragover', allow)
      ownerDocument.removeEventListener('drop', take)
    }
  }
  return (
    <div ref={(element) => (element === null ? undefined : takeDrops(element))} className={styles.place}>
      <form
        className={styles.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h1 className={styles.title}>{t('Login.title')}</h1>
        {notice !== undefined && (chosen === undefined || isAgain) && (
          <p className={styles.notice}>{notice}</p>
        )}
        <WalletDrop
          chosen={chosen}
          isBusy={isBusy}
          error={isTried && chosen === undefined ? t('Form.required') : undefined}
          onFile={(file) => void choose(file)}
        />
        <PasswordField
          ref={passwordInput}
          label={t('Login.password')}
          value={password}
          error={isTried && password === '' ? t('Form.required') : undefined}
          disabled={isBusy}
          onChange={setPassword}
        />
        <div className={styles.remember}>
          <CheckboxField
            label={t('Login.remember')}
            isOn={isRemembered}
            disabled={isBusy}
            onChange={rememberOrNot}
          />
          <p>{t('Login.remember_how')}</p>
        </div>
        {shownFailure !== undefined && (
          <Alert tone="danger" title={t('Login.error_title')} isLive>
            <span>{shownFailure.text}</span>
            {shownFailure.cause !== undefined && <span className={styles.cause}>{shownFailure.cause}</span>}
          </Alert>
        )}
        <Button type="submit" variant="next" size="large" isWide isBusy={isBusy}>
          {t(isAgain ? 'Login.unlock_again' : 'Login.unlock')}
        </Button>
        <Progress progress={progress} onCancel={stop} />
        <div className={styles.foot}>
          <Button variant="quiet" size="small" icon="logout" onClick={logout}>
            {t('Login.logout')}
          </Button>
          <a className={styles.help} href={helpUrl} target="_blank" rel="noreferrer">
            {t('Login.help')}
          </a>
        </div>
      </form>
      <p className={styles.lifetime}>{t(isKept ? 'Login.lifetime' : 'Login.lifetime_page')}</p>
    </div>
  )
}

async function rememberedOf({ read }: RememberedFile): Promise<ChosenFile | undefined> {
  const file = read()
  return file === undefined ? undefined : await describeWallet(file)
}

function Progress({ progress, onCancel }: { progress: Unlocking | undefined; onCancel: () => void }) {
  if (progress === undefined) return null
  const words = wordsOf(progress)
  return (
    <div className={styles.progress}>
      <ProgressBar label={words} value={progress.fraction} />
      <div className={styles.progressWords}>
        <span role="status">{words}</span>
        <button type="button" className={styles.cancel} onClick={onCancel}>
          {t('Login.cancel')}
        </button>
      </div>
    </div>
  )
}

function wordsOf({ step, seconds }: Unlocking): string {
  if (step === 'asking') return t('Login.asking')
  return seconds === undefined ? t('Login.deriving') : t('Login.deriving_left', { seconds })
}
