import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoginRefusal } from '../../session/loginFailure.ts'
import { press, settle } from '../../../test/press.ts'
import { LoginScreen, type RememberedFile } from './LoginScreen.tsx'
import type { Enter } from './useUnlock.ts'

/** A wallet file as far as it is described before it is opened. */
const walletFile = (name = 'ada.json') =>
  new File(
    [
      JSON.stringify({
        version: 3,
        id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
        address: '008aeeda4d805471df9b2a5b0f38a0c3bcba786b',
        crypto: {
          cipher: 'aes-128-ctr',
          cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
          ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
          kdf: 'scrypt',
          kdfparams: {
            dklen: 32,
            n: 262144,
            p: 8,
            r: 1,
            salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
          },
          mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
        },
      }),
    ],
    name,
  )

type Attempt = Parameters<Enter>[2] & PromiseWithResolvers<void> & { file: File; password: string }

function renderLogin(more: Partial<Parameters<typeof LoginScreen>[0]> = {}, remembers?: File) {
  const attempts: Attempt[] = []
  const log: string[] = []
  const remembered: RememberedFile = {
    read: () => remembers,
    write: async (file) => void log.push(`write ${file.name}`),
    remove: () => void log.push('remove'),
  }
  const enter: Enter = (file, password, control) => {
    const ended = Promise.withResolvers<void>()
    attempts.push({ file, password, ...control, ...ended })
    return ended.promise
  }
  render(
    <LoginScreen
      enter={enter}
      remembered={remembered}
      onLogout={() => void log.push('logout')}
      helpUrl="/help"
      outlivesPage
      notice={undefined}
      refused={undefined}
      {...more}
    />,
  )
  return { attempts, log }
}

const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const type = (text: string) => fireEvent.change(password(), { target: { value: text } })
const choose = async (...files: File[]) => {
  await act(async () => fireEvent.change(screen.getByLabelText('Wallet file'), { target: { files } }))
  await settle(5)
}

it('refuses to begin without a file or without a password, and says what is missing', async () => {
  const { attempts } = renderLogin()
  await press('Unlock')
  expect(screen.getAllByText('Required')).toHaveLength(2)
  await choose(walletFile())
  expect(screen.queryByText('Required')).toBeNull()
  await press('Unlock')
  expect(screen.getAllByText('Required')).toHaveLength(1)
  type('secret')
  expect(screen.queryByText('Required')).toBeNull()
  expect(attempts).toEqual([])
})

it('refuses several files at once, and a file that is not a wallet', async () => {
  const { attempts } = renderLogin()
  await choose(walletFile('a.json'), walletFile('b.json'))
  expect(screen.getByText('You dropped 2 files. Drop one wallet file.')).toBeTruthy()
  await choose(new File(['no json'], 'notes.txt'))
  expect(screen.getByText('Login Error')).toBeTruthy()
  expect(screen.getByText('Could not unlock wallet.')).toBeTruthy()
  expect(screen.getByText('Drop or choose another file to replace it')).toBeTruthy()
  type('secret')
  await press('Unlock')
  expect(attempts).toEqual([])
})

it('opens the chosen file with the password, says how far it is, and can be stopped', async () => {
  const { attempts } = renderLogin()
  await choose(walletFile())
  expect(screen.getByText(/^scrypt · 0x008/)).toBeTruthy()
  type('secret')
  await press('Unlock')
  expect(attempts.map(({ file, password }) => [file.name, password])).toEqual([['ada.json', 'secret']])
  expect(screen.getByText('Deriving the key')).toBeTruthy()
  expect(password().readOnly).toBe(true)
  await act(async () => attempts[0]?.onStep('asking'))
  expect(screen.getByText('Checking your account')).toBeTruthy()
  await press('Cancel')
  expect(attempts[0]?.signal.aborted).toBe(true)
  expect(screen.queryByText('Checking your account')).toBeNull()
  expect(password().readOnly).toBe(false)
})

it('shows why the login failed, with the cause and what to do', async () => {
  const { attempts } = renderLogin()
  await choose(walletFile())
  type('secret')
  await press('Unlock')
  await act(async () => attempts[0]?.reject(new LoginRefusal('error_user_not_active', { status: 'LOCKED' })))
  expect(screen.getByText('Login Error')).toBeTruthy()
  expect(screen.getByText('Account not active. Account status: LOCKED')).toBeTruthy()
  expect(screen.getByText(/Ask your administrator to activate your account/)).toBeTruthy()
  expect(password().value).toBe('secret')
})

it('remembers the file only after a login, and only if the user wants that', async () => {
  const { attempts, log } = renderLogin()
  await choose(walletFile())
  type('secret')
  await press('Remember this file in this tab', 'checkbox')
  await press('Unlock')
  expect(log).toEqual([])
  await act(async () => attempts[0]?.resolve())
  expect(log).toEqual(['write ada.json'])
  await press('Remember this file in this tab', 'checkbox')
  expect(log).toEqual(['write ada.json', 'remove'])
})

it('begins with the remembered file, and the notice beside it', async () => {
  const { attempts } = renderLogin({ notice: 'You are logged out.' }, walletFile('mine.json'))
  await settle(5)
  expect(screen.getByText('You are logged out.')).toBeTruthy()
  expect(screen.getByTitle('mine.json')).toBeTruthy()
  type('secret')
  await press('Unlock again')
  expect(attempts).toHaveLength(1)
})

it('hides a notice and a refusal once another file is chosen', async () => {
  const refused = { text: 'Account remains locked', cause: undefined, code: undefined }
  renderLogin({ notice: 'You are logged out.', refused, outlivesPage: false })
  expect(screen.getByText('You were logged out')).toBeTruthy()
  expect(screen.getByText('In this browser, closing or reloading the page logs you out.')).toBeTruthy()
  await choose(walletFile())
  expect(screen.queryByText('You are logged out.')).toBeNull()
  expect(screen.queryByText('You were logged out')).toBeNull()
})

it('logs out: stops the attempt, drops the file and the password, and any unlocked wallet', async () => {
  const { attempts, log } = renderLogin()
  await choose(walletFile())
  type('secret')
  await press('Unlock')
  await press('Logout')
  expect(attempts[0]?.signal.aborted).toBe(true)
  expect(log).toEqual(['logout'])
  expect(password().value).toBe('')
  expect(screen.getByText('Drop your wallet file here')).toBeTruthy()
})

it('takes a file that is dropped beside the form', async () => {
  renderLogin()
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { files: [walletFile('dropped.json')] } })
  await act(async () => void document.dispatchEvent(drop))
  await settle(5)
  expect(drop.defaultPrevented).toBe(true)
  expect(screen.getByTitle('dropped.json')).toBeTruthy()
})
