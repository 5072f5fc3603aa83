import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { PasswordField } from '../../ui/field/PasswordField.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { earlyInput, takeDrops } from './earlyInput.ts'
import type { LoginFailure } from '../../session/loginFailure.ts'
import { useUnlock, type Enter, type Unlocking } from './useUnlock.ts'
import { useWalletFile } from './useWalletFile.ts'
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
  /** Why the server ended the session of this user. */
  refused: LoginFailure | undefined
  enter: Enter
  remembered: RememberedFile
  /** Drops any unlocked wallet. */
  onLogout: () => void
}

/** Choose a wallet file, type its password, be let in. */
export function LoginScreen({ helpUrl, isKept, notice, refused, enter, remembered, onLogout }: Props) {
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isRemembered, setIsRemembered] = useState(false)
  const [isAgain, setIsAgain] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const wallet = useWalletFile()
  const { chosen } = wallet
  const { progress, failure, unlock, stop } = useUnlock(enter)
  const isBusy = progress !== undefined
  const shownFailure = chosen !== undefined && 'failure' in chosen ? chosen.failure : failure

  const choose = async (files: readonly File[]) => {
    stop()
    setIsTried(false)
    setIsAgain(false)
    const described = await wallet.take(files)
    if (described !== undefined && !('failure' in described)) passwordInput.current?.focus()
  }
  const retype = () => {
    passwordInput.current?.focus()
    passwordInput.current?.select()
  }
  const submit = async (typed: string) => {
    const file = await wallet.read()
    setIsTried(true)
    if (file === undefined || 'failure' in file || typed === '') return
    const outcome = await unlock(file.file, typed)
    if (outcome === 'failed') retype()
    if (outcome === 'entered' && isRemembered) await remembered.keep(file.file)
  }
  const takeFirst = async (files: readonly File[]) => {
    const described = await wallet.take(files)
    if (described !== undefined) passwordInput.current?.focus()
  }
  const takeUp = useEffectEvent(() => {
    const { files, typed, wasSent } = earlyInput(passwordInput.current)
    const again = files.length === 0 ? remembered.read() : undefined
    if (typed !== '') setPassword(typed)
    setIsRemembered(again !== undefined)
    setIsAgain(again !== undefined)
    void takeFirst(again === undefined ? files : [again])
    if (wasSent) void submit(typed)
  })
  // Before any event can reach the form that the client has just taken over.
  useLayoutEffect(() => takeUp(), [])
  const fileFault = () => {
    if (wallet.several !== undefined) return t('Login.several_files', wallet.several)
    return isTried && chosen === undefined ? t('Form.required') : undefined
  }
  const rememberOrNot = (isOn: boolean) => {
    setIsRemembered(isOn)
    if (!isOn) remembered.forget()
  }
  const logout = () => {
    stop()
    wallet.drop()
    setPassword('')
    setIsTried(false)
    setIsRemembered(false)
    setIsAgain(false)
    onLogout()
  }
  return (
    <div
      ref={(element) =>
        element === null ? undefined : takeDrops(element, (files) => !isBusy && void choose(files))
      }
      className={styles.place}
    >
      <form
        className={styles.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(password)
        }}
      >
        <h1 className={styles.title}>{t('Login.title')}</h1>
        {notice !== undefined && (chosen === undefined || isAgain) && (
          <p className={styles.notice}>{notice}</p>
        )}
        {refused !== undefined && chosen === undefined && (
          <FailureAlert title={t('Login.refused_title')} failure={refused} />
        )}
        <WalletDrop
          chosen={chosen}
          isBusy={isBusy}
          error={fileFault()}
          onFiles={(files) => void choose(files)}
        />
        <PasswordField
          ref={passwordInput}
          label={t('Login.password')}
          value={password}
          error={isTried && password === '' ? t('Form.required') : undefined}
          readOnly={isBusy}
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
        {shownFailure !== undefined && <FailureAlert title={t('Login.error_title')} failure={shownFailure} />}
        <Button type="submit" variant="next" size="large" isWide isBusy={isBusy}>
          {t(isAgain ? 'Login.unlock_again' : 'Login.unlock')}
        </Button>
        <Progress
          progress={progress}
          onCancel={() => {
            stop()
            retype()
          }}
        />
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

function FailureAlert({ title, failure: { text, cause, hint } }: { title: string; failure: LoginFailure }) {
  return (
    <Alert tone="danger" title={title} isLive>
      <span>{text}</span>
      {cause !== undefined && <span className={styles.cause}>{cause}</span>}
      {hint !== undefined && <span>{hint}</span>}
    </Alert>
  )
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
