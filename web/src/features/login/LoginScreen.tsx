import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const shownFailure = chosen !== undefined && 'failure' in chosen ? chosen.failure : failure

  const choose = async (file: File) => {
    stop()
    setIsTried(false)
    setIsAgain(false)
    const described = await describeWallet(file)
    setChosen(described)
    if (!('failure' in described)) passwordInput.current?.focus()
  }
  const submit = async (file: ChosenFile | undefined, typed: string) => {
    setIsTried(true)
    if (file === undefined || 'failure' in file || typed === '' || isBusy) return
    const outcome = await unlock(file.file, typed)
    if (outcome === 'failed') passwordInput.current?.select()
    if (outcome === 'entered' && isRemembered) await remembered.keep(file.file)
  }
  const sendEarly = useEffectEvent((described: ChosenFile | undefined, typed: string) => {
    void submit(described, typed)
  })
  useEffect(() => {
    let isHere = true
    const takeUp = async () => {
      const { file, typed, wasSent } = earlyInput(passwordInput.current)
      if (typed !== '') setPassword(typed)
      const again = file === undefined ? remembered.read() : undefined
      const described = await describeOne(file ?? again)
      if (!isHere) return
      if (described !== undefined) {
        setChosen(described)
        setIsRemembered(again !== undefined)
        setIsAgain(again !== undefined)
        passwordInput.current?.focus()
      }
      if (wasSent) sendEarly(described, typed)
    }
    void takeUp()
    return () => {
      isHere = false
    }
  }, [remembered])
  const rememberOrNot = (isOn: boolean) => {
    setIsRemembered(isOn)
    if (!isOn) remembered.forget()
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
          void submit(chosen, password)
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

const describeOne = async (file: File | undefined): Promise<ChosenFile | undefined> =>
  file === undefined ? undefined : await describeWallet(file)

/** What was filled in, and perhaps sent, while the page was there and the client was not. */
function earlyInput(password: HTMLInputElement | null) {
  const form = password?.form
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
  const file = input?.files?.[0]
  // As after every choice: the same file may be chosen again.
  if (input) input.value = ''
  // `public/theme.js` marks it.
  return { file, typed: password?.value ?? '', wasSent: form?.dataset['sent'] !== undefined }
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
