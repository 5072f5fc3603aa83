import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { t } from '../../messages/t.ts'
import type { LoginFailure } from '../../session/loginFailure.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { PasswordField } from '../../ui/field/PasswordField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { earlyInput, takeDrops } from './earlyInput.ts'
import styles from './LoginScreen.module.css'
import { useUnlock, type Enter, type UnlockProgress } from './useUnlock.ts'
import { useWalletFile } from './useWalletFile.ts'
import { WalletDrop } from './WalletDrop.tsx'

/** The encrypted file that this tab remembers, if its user wants that. */
export type RememberedFile = {
  read: () => File | undefined
  write: (file: File) => Promise<void>
  remove: () => void
}

type FormProps = {
  enter: Enter
  remembered: RememberedFile
  /** Drops any unlocked wallet. */
  onLogout: () => void
}

type Props = FormProps & {
  helpUrl: string
  /** Whether a session outlives a reload in this browser. */
  outlivesPage: boolean
  /** Why the user is here: a logout, or the end of the session. */
  notice: string | undefined
  /** Why the server ended this user's session. */
  refused: LoginFailure | undefined
}

/** Choose a wallet file, type its password, log in. */
export function LoginScreen({ helpUrl, outlivesPage, notice, refused, ...props }: Props) {
  const form = useLoginForm(props)
  const { chosen, password, progress, failure, isBusy, isRestored } = form
  return (
    <div
      ref={(element) =>
        element === null ? undefined : takeDrops(element, (files) => !isBusy && void form.choose(files))
      }
      className={styles.place}
    >
      <form
        className={styles.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit(password)
        }}
      >
        <h1 className={styles.title}>{t('Login.title')}</h1>
        {notice !== undefined && (chosen === undefined || isRestored) && (
          <p className={styles.notice}>{notice}</p>
        )}
        {refused !== undefined && chosen === undefined && (
          <FailureAlert title={t('Login.refused_title')} failure={refused} />
        )}
        <WalletDrop
          chosen={chosen}
          isBusy={isBusy}
          error={form.fileError}
          onFiles={(files) => void form.choose(files)}
        />
        <PasswordField
          ref={form.passwordInput}
          label={t('Login.password')}
          value={password}
          error={form.passwordError}
          readOnly={isBusy}
          onChange={form.setPassword}
        />
        <div className={styles.remember}>
          <CheckboxField
            label={t('Login.remember')}
            isOn={form.isRemembered}
            disabled={isBusy}
            onChange={form.remember}
          />
          <p>{t('Login.remember_how')}</p>
        </div>
        {failure !== undefined && <FailureAlert title={t('Login.error_title')} failure={failure} />}
        <Button type="submit" variant="next" size="large" isWide isBusy={isBusy}>
          {t(isRestored ? 'Login.unlock_again' : 'Login.unlock')}
        </Button>
        <Progress progress={progress} onCancel={form.cancel} />
        <div className={styles.foot}>
          <Button variant="quiet" size="small" icon="logout" onClick={form.logout}>
            {t('Login.logout')}
          </Button>
          <a className={styles.help} href={helpUrl} target="_blank" rel="noreferrer">
            <Icon name="info" />
            {t('Login.help')}
          </a>
        </div>
      </form>
      <p className={styles.lifetime}>{t(outlivesPage ? 'Login.lifetime' : 'Login.lifetime_page')}</p>
    </div>
  )
}

type LoginForm = {
  password: string
  isSubmitted: boolean
  isRemembered: boolean
  /** The file is the one that this tab remembers. */
  isRestored: boolean
}

const EMPTY: LoginForm = { password: '', isSubmitted: false, isRemembered: false, isRestored: false }

/** Selects the password, so that typing replaces it. */
function retype(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

/** The form's state, and what the user does with it. */
function useLoginForm({ enter, remembered, onLogout }: FormProps) {
  const [form, setForm] = useState(EMPTY)
  const change = (part: Partial<LoginForm>) => setForm((former) => ({ ...former, ...part }))
  const passwordInput = useRef<HTMLInputElement>(null)
  const { chosen, several, ...wallet } = useWalletFile()
  const { progress, failure, unlock, stop } = useUnlock(enter)

  const choose = async (files: readonly File[]) => {
    stop()
    change({ isSubmitted: false, isRestored: false })
    const file = await wallet.take(files)
    if (file !== undefined && !('failure' in file)) passwordInput.current?.focus()
  }
  const submit = async (typed: string) => {
    const file = await wallet.read()
    change({ isSubmitted: true })
    if (file === undefined || 'failure' in file || typed === '') return
    const outcome = await unlock(file.file, typed)
    if (outcome === 'failed') retype(passwordInput.current)
    if (outcome === 'loggedIn' && form.isRemembered) await remembered.write(file.file)
  }
  const begin = async ({ typed, files, isFromMemory, wasSubmitted }: InitialInput) => {
    change({ isRemembered: isFromMemory, isRestored: isFromMemory, ...(typed !== '' && { password: typed }) })
    const taking = wallet.take(files)
    if (wasSubmitted) void submit(typed)
    if ((await taking) !== undefined) passwordInput.current?.focus()
  }
  useInitialInput(passwordInput, remembered, (input) => void begin(input))

  const required = form.isSubmitted ? t('Form.required') : undefined
  const missingFile = chosen === undefined ? required : undefined
  return {
    ...form,
    chosen,
    setPassword: (password: string) => change({ password }),
    passwordInput,
    progress,
    failure: chosen !== undefined && 'failure' in chosen ? chosen.failure : failure,
    isBusy: progress !== undefined,
    fileError: several === undefined ? missingFile : t('Login.several_files', several),
    passwordError: form.password === '' ? required : undefined,
    choose,
    submit,
    cancel: () => {
      stop()
      retype(passwordInput.current)
    },
    remember: (isOn: boolean) => {
      change({ isRemembered: isOn })
      if (!isOn) remembered.remove()
    },
    logout: () => {
      stop()
      wallet.drop()
      setForm(EMPTY)
      onLogout()
    },
  }
}

type InitialInput = {
  typed: string
  files: readonly File[]
  isFromMemory: boolean
  wasSubmitted: boolean
}

/** Reports what the user entered before the client started, or the remembered file. */
function useInitialInput(
  passwordInput: RefObject<HTMLInputElement | null>,
  remembered: RememberedFile,
  report: (input: InitialInput) => void,
) {
  const start = useEffectEvent(() => {
    const { files, typed, wasSubmitted } = earlyInput(passwordInput.current)
    const file = files.length === 0 ? remembered.read() : undefined
    const isFromMemory = file !== undefined
    report({ typed, files: isFromMemory ? [file] : files, isFromMemory, wasSubmitted })
  })
  // Before any event can reach the form.
  useLayoutEffect(() => start(), [])
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

function Progress({ progress, onCancel }: { progress: UnlockProgress | undefined; onCancel: () => void }) {
  if (progress === undefined) return null
  const text = progressText(progress)
  return (
    <div className={styles.progress}>
      <ProgressBar label={text} value={progress.fraction} />
      <div className={styles.progressWords}>
        <span role="status">{text}</span>
        <button type="button" className={styles.cancel} onClick={onCancel}>
          {t('Login.cancel')}
        </button>
      </div>
    </div>
  )
}

function progressText({ step, seconds }: UnlockProgress): string {
  if (step === 'asking') return t('Login.asking')
  return seconds === undefined ? t('Login.deriving') : t('Login.deriving_left', { seconds })
}
