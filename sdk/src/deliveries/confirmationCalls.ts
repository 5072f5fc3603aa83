import { deliveryManagerAbi } from '@connex/contracts'
import { isDigital } from '@connex/protocol'
import type { AccountNumber, Address, Delivery, DeliveryLeg, Owed } from '@connex/protocol'
import { ClientError } from '../errors.ts'
import { confirmFunctions, REPORT_FUNCTIONS } from '../ledger/confirmFunctions.ts'
import { contractCall } from '../ledger/contractCall.ts'
import type { LedgerCall } from '../ledger/delegate.ts'
import { hex } from '../ledger/hex.ts'
import { accountData, createdLegs } from '../ledger/legs.ts'

/** From which account the own tenant delivers, and into which it receives. */
export type ConfirmAccounts = { deliver?: AccountNumber | undefined; receive?: AccountNumber | undefined }

type Confirmed = Pick<Delivery, 'deliveryId' | 'deliveryManagerAddr' | 'legs'>

/** The ledger calls that give these duties: one for what the ledger moves, one more for each report. Pure. */
export function confirmationCalls(
  delivery: Confirmed,
  duties: readonly Owed[],
  accounts: ConfirmAccounts,
): LedgerCall[] {
  const id = hex(delivery.deliveryId)
  const manager: Address = delivery.deliveryManagerAddr
  const legs = createdLegs(delivery.legs)
  const moved = duties.filter(({ duty }) => REPORT_FUNCTIONS[duty] === undefined)
  const data = legs.map((_, legIdx) => dataOf(delivery.legs, moved, legIdx, accounts))
  return [
    ...confirmFunctions(moved.map(({ duty }) => duty)).map((name) =>
      name === 'confirmAsCoordinator'
        ? contractCall(deliveryManagerAbi, manager, name, [id, legs])
        : contractCall(deliveryManagerAbi, manager, name, [id, legs, data]),
    ),
    ...duties.flatMap(({ duty, legIdx }) => {
      const name = REPORT_FUNCTIONS[duty]
      return name === undefined
        ? []
        : [contractCall(deliveryManagerAbi, manager, name, [id, legs, BigInt(legIdx)])]
    }),
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
  // A token leaves its owner's address, and no account.
  if (!legs.some((leg) => leg.legIdx === legIdx && isDigital(leg))) return '0x'
  const account = accounts[duty]
  const isNamed =
    duty === 'receive' && legs.some((leg) => leg.legIdx === legIdx && leg.receiverAccount !== null)
  if (account === undefined && !isNamed) throw new ClientError('accountMissing', duty)
  return accountData(account)
}
