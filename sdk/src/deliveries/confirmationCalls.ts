import { deliveryManagerAbi } from '@connex/contracts'
import type { AccountNumber, Address, Delivery, DeliveryLeg, Duty, Owed } from '@connex/protocol'
import { ClientError } from '../errors.ts'
import { confirmFunctions } from '../ledger/confirmFunctions.ts'
import { contractCall } from '../ledger/contractCall.ts'
import type { LedgerCall } from '../ledger/delegate.ts'
import { hex } from '../ledger/hex.ts'
import { accountData, createdLegs } from '../ledger/legs.ts'

/** From which account the own tenant delivers, and into which it receives. */
export type ConfirmAccounts = { deliver?: AccountNumber | undefined; receive?: AccountNumber | undefined }

type Confirmed = Pick<Delivery, 'deliveryId' | 'deliveryManagerAddr' | 'legs'>

const PAYMENTS: readonly Duty[] = ['pay', 'getPaid']

/** The ledger calls that give these duties: one for the digital ones together, one more for each payment. Pure. */
export function confirmationCalls(
  delivery: Confirmed,
  duties: readonly Owed[],
  accounts: ConfirmAccounts,
): LedgerCall[] {
  const id = hex(delivery.deliveryId)
  const manager: Address = delivery.deliveryManagerAddr
  const legs = createdLegs(delivery.legs)
  const digital = duties.filter(({ duty }) => !PAYMENTS.includes(duty))
  const payments = duties.filter(({ duty }) => PAYMENTS.includes(duty))
  const data = legs.map((_, legIdx) => dataOf(delivery.legs, digital, legIdx, accounts))
  return [
    ...confirmFunctions(digital.map(({ duty }) => duty)).map((name) =>
      name === 'confirmAsCoordinator'
        ? contractCall(deliveryManagerAbi, manager, name, [id, legs])
        : contractCall(deliveryManagerAbi, manager, name, [id, legs, data]),
    ),
    ...payments.map(({ duty, legIdx }) =>
      contractCall(
        deliveryManagerAbi,
        manager,
        duty === 'pay' ? 'reportExternalDelivery' : 'confirmExternalDelivery',
        [id, legs, BigInt(legIdx)],
      ),
    ),
  ]
}

function dataOf(
  legs: readonly DeliveryLeg[],
  duties: readonly Owed[],
  legIdx: number,
  accounts: ConfirmAccounts,
): `0x${string}` {
  const duty = duties.find((one) => one.legIdx === legIdx)?.duty
  if (duty !== 'deliver' && duty !== 'receive') return '0x'
  const account = accounts[duty]
  const isNamed =
    duty === 'receive' && legs.some((leg) => leg.legIdx === legIdx && leg.receiverAccount !== null)
  if (account === undefined && !isNamed) throw new ClientError('accountMissing', duty)
  return accountData(account)
}
