// docs/errors.md: `npx vitest run sdk/script/errors -u` writes it.
import { API_ERRORS } from '@connex/protocol'
import { expect, test } from 'vitest'
import { DEAL_ERRORS } from '../../src/deals/DealError.ts'
import { CLIENT_ERRORS } from '../../src/errors.ts'
import { revertSentences } from '../../src/ledger/revertSentences.ts'
import { KEY_ERRORS } from '../../src/signer/KeyError.ts'
import { SIGNER_ERRORS } from '../../src/signer/Signer.ts'
import { WALLET_ERRORS } from '../../src/wallet/WalletError.ts'
import { PROPOSAL_ERRORS } from '../../src/workflows/doubts.ts'
import { ledgerSteps } from './ledgerSteps.ts'
import { errorsPage } from './page.ts'
import {
  apiSteps,
  clientSteps,
  dealSteps,
  IN_SENTENCE,
  keySteps,
  proposalSteps,
  signerSteps,
  walletSteps,
} from './steps.ts'

const rows = errorsPage()
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))

test('every error of every catalogue has a row', () => {
  const codes = [
    API_ERRORS,
    CLIENT_ERRORS,
    DEAL_ERRORS,
    PROPOSAL_ERRORS,
    WALLET_ERRORS,
    SIGNER_ERRORS,
    KEY_ERRORS,
    revertSentences,
  ].flatMap((table) => Object.keys(table))
  expect(new Set(rows.map(([code]) => code?.slice(1, -1)))).toEqual(new Set(codes))
})

test('an error whose sentence is only a title has a step', () => {
  const bare = rows.filter(([, ...cells]) => {
    const [sentence = '', step] = cells.slice(-2)
    return step === IN_SENTENCE && !/[.]$/.test(sentence)
  })
  expect(bare).toEqual([])
})

test('each step is a sentence', () => {
  const steps = [
    apiSteps,
    clientSteps,
    dealSteps,
    proposalSteps,
    walletSteps,
    signerSteps,
    keySteps,
    ledgerSteps,
  ].flatMap((table) => Object.values(table))
  const broken = steps.filter((step) => step !== IN_SENTENCE && !/^[A-Z`].*[.`]$/.test(step))
  expect(broken).toEqual([])
  expect(errorsPage()).not.toMatch(/undefined|Invalid Date|\{\w+\}/)
})

test('docs/errors.md lists each error', async () => {
  await expect(errorsPage()).toMatchFileSnapshot('../../../docs/errors.md')
})
