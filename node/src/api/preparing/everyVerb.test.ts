// Acting by HTTP alone: each function of the SDK that sends has a call that prepares it, or a reason why not.
import { ACTS, api } from '@connex/protocol'
import type { ActName, CallName } from '@connex/protocol'
import * as sdk from '@connex/sdk'
import { expect, test } from 'vitest'
import { ACT_VERBS } from './actVerbs.ts'

type Sdk = typeof sdk

/** Whether an argument has the options of sending. */
type IsSending<Argument> = Argument extends unknown ? ('sendBy' extends keyof Argument ? true : never) : never

/** The names of the functions that take them. */
type SendingVerb = {
  [Name in keyof Sdk]: Sdk[Name] extends (...given: infer Arguments) => unknown
    ? true extends IsSending<Arguments[number]>
      ? Name
      : never
    : never
}[keyof Sdk]

type Prepared = Extract<CallName, `prepare${string}`>

/** An act has the name of its function. Any other function that sends and is missing here does not compile. */
const OTHERS: { readonly [Name in Exclude<SendingVerb, ActName>]: Prepared | { because: string } } = {
  createFopTransfer: 'prepareTransfer',
  createRepoTransfer: 'prepareTransfer',
  createSecLendTransfer: 'prepareTransfer',
  createMintRequest: 'prepareTransfer',
  createBurnRequest: 'prepareTransfer',
  createReturn: 'prepareReturn',
  createSubstitution: 'prepareSubstitution',
  confirmTransfer: 'prepareConfirmation',
  confirmAsRegistrar: 'prepareConfirmation',
  cancelTransfer: 'prepareCancel',
  cancelMintRequest: 'prepareCancel',
  cancelBurnRequest: 'prepareCancel',
  refuseAsRegistrar: 'prepareCancel',
  sendForApproval: 'prepareProposal',
  approveProposal: 'prepareApproval',
  executeWorkflow: 'prepareExecution',
  rejectWorkflowOnLedger: 'prepareRejection',
  createUser: { because: 'a call of the server, and the act grantPrivileges' },
  createTransfers: { because: 'several in one transaction; by HTTP each is its own' },
  sendTogether: { because: 'the same for any acts' },
  proposeAgain: { because: 'the proposal is prepared again from what it does' },
  execute: { because: 'any function of any contract, encoded by the caller' },
  send: { because: 'calls that the caller has encoded' },
  sendTransaction: { because: 'a transaction that the caller has encoded' },
}

test('every act has the name of a function of the SDK, and its verb', () => {
  const functions: Record<string, unknown> = { ...sdk }
  expect(Object.keys(ACTS).filter((name) => typeof functions[name] !== 'function')).toEqual([])
  expect(Object.keys(ACT_VERBS).toSorted()).toEqual(Object.keys(ACTS).toSorted())
})

test('every other function that sends has a call that prepares it, or a reason', () => {
  const calls = Object.values(OTHERS).filter((one) => typeof one === 'string')
  expect(calls.filter((name) => !api[name].path.endsWith('/prepare'))).toEqual([])
})
