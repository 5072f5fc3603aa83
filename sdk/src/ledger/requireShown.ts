import { ClientError } from '../errors.ts'
import type { Transaction } from './simulate.ts'
import { readSigned } from './readSigned.ts'

/**
 * Refuses to sign anything but what a user was shown; where nothing could be shown, everything. Both are read back from
 * their bytes; what is drawn anew with every try is left out: a new delivery's number, and salted fingerprints.
 *
 * @example
 * await cancelTransfer(client, parameters, { approve: (transaction) => requireShown(rehearsed, transaction) })
 */
export function requireShown(shown: Transaction | undefined, signed: Transaction): void {
  if (shown === undefined) throw new ClientError('notShown')
  if (told(shown) !== told(signed)) throw new ClientError('notWhatWasShown')
}

const told = (transaction: Transaction): string =>
  JSON.stringify(
    [
      transaction.to,
      transaction.value ?? 0n,
      readSigned(transaction).map(({ deliveryId, ...one }) =>
        one.functionName === 'createDelivery' ? one : { deliveryId, ...one },
      ),
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
