import {
  Address,
  type DeliveryComment,
  DeliveryId,
  Fingerprint,
  foreignText,
  Seconds,
} from '@connex/protocol'
import { expect, test } from 'vitest'
import { authorOf } from '../directory/directory.ts'
import { actionFields, commentTable } from './transferDetails.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [alpenbank, keller, moser] = [address('a'), address('1'), address('2')]

const comment = (digit: string, values: Partial<DeliveryComment>): DeliveryComment & { author: string } => {
  const one: DeliveryComment = {
    deliveryId: DeliveryId.parse(`0x${'5e'.repeat(32)}`),
    fingerprint: Fingerprint.parse(`0x${digit.repeat(64)}`),
    type: 'PRIVATE',
    text: foreignText('Cash sent'),
    status: 'SYNCED',
    authorTenantAddr: alpenbank,
    authorAddr: keller,
    authorName: 'a.keller',
    createdAt: Seconds.parse(Number(digit)),
    ...values,
  }
  return { ...one, author: authorOf(one, () => 'Alpenbank') }
}

test('internal and shared comments are listed together, oldest first, each with its author', () => {
  const lines = commentTable(
    [
      comment('2', {
        type: 'INTERNAL',
        text: foreignText('Check the limit'),
        authorAddr: moser,
        authorName: null,
      }),
      comment('1', {}),
      comment('3', {
        authorAddr: address('0'),
        authorName: null,
        text: null,
        status: 'FINGERPRINT_MISMATCH',
      }),
    ],
    [],
  ).split('\n')
  expect(lines[1]).toMatch(/^1970-01-01T00:00:01Z {2}a\.keller, Alpenbank +all parties +Cash sent$/)
  expect(lines[2]).toMatch(/ {2}0x2{40}, Alpenbank {2}your tenant {2}Check the limit$/)
  expect(lines[3]).toMatch(/ {2}Alpenbank +all parties +not received \(FINGERPRINT_MISMATCH\)$/)
})

test('the reason of a cancel is not repeated among the comments', () => {
  const reason = comment('4', { text: foreignText('Wrong quantity') })
  expect(commentTable([reason], [reason.fingerprint, null])).toBe('No comments.')
})

const deliveryId = DeliveryId.parse(`0x${'5e'.repeat(32)}`)
type Acted = Parameters<typeof actionFields>[0]
type Actions = Parameters<typeof actionFields>[1]
const linesOf = (delivery: Pick<Acted, 'transferType'> & Partial<Acted>, actions: Partial<Actions>) =>
  actionFields(
    { deliveryId, legs: [], ...delivery },
    { cancelRequested: false, cancelRequestedByOther: false, ...actions },
  ).map(([, line]) => line.replace(deliveryId, 'ID'))

test('without an action there is no command', () => {
  expect(linesOf({ transferType: 'FOP' }, {})).toEqual(['none'])
})

test('each available action is listed with the command that does it', () => {
  const confirm: Actions['confirm'] = { label: 'Confirm Receive', duties: ['receive'] }
  expect(linesOf({ transferType: 'FOP' }, { confirm, cancel: { kind: 'agreeCancel' } })).toEqual([
    'Confirm Receive: connex transfer confirm ID',
    'agree to cancel: connex transfer cancel ID',
  ])
  for (const [transferType, command] of [
    ['MINT', 'mint cancel'],
    ['BURN', 'burn cancel'],
  ] as const)
    expect(linesOf({ transferType }, { cancel: { kind: 'cancel' } })).toEqual([
      `cancel: connex ${command} ID`,
    ])
})

test('a registrar confirms and refuses at its desk, a transfer agent or coordinator with its own command', () => {
  const actions = (duty: 'register' | 'coordinate'): Partial<Actions> => ({
    confirm: { label: 'Confirm', duties: [duty] },
  })
  const traditional = [{ legType: 'TRADITIONAL' }] as Acted['legs']
  expect(linesOf({ transferType: 'MINT' }, { ...actions('register'), cancel: { kind: 'refuse' } })).toEqual([
    'Confirm: connex desk confirm ID',
    'refuse: connex desk refuse ID --reason TEXT',
  ])
  expect(linesOf({ transferType: 'FOP' }, actions('coordinate'))).toEqual([
    'Confirm: connex agent confirm ID',
  ])
  expect(linesOf({ transferType: 'FOP', legs: traditional }, actions('register'))).toEqual([
    'Confirm: connex agent confirm ID',
  ])
})
