import { concatHex, encodeAbiParameters, getAddress } from 'viem'
import type { AbiParameter, Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { bytecode } from '../../generated/bytecode.ts'
import type { Ledger } from './ledger.ts'
import { send } from './send.ts'

export type ContractName = keyof typeof bytecode

/** A constructor's arguments with their types. */
export type ConstructorCall = { types: readonly AbiParameter[]; values: readonly unknown[] }

export async function deployContract(
  ledger: Ledger,
  account: LocalAccount,
  name: ContractName,
  constructor?: ConstructorCall,
): Promise<{ address: Address; receipt: TransactionReceipt }> {
  const encoded =
    constructor === undefined ? '0x' : encodeAbiParameters(constructor.types, constructor.values)
  const receipt = await send(ledger, account, `deploy ${name}`, {
    data: concatHex([bytecode[name], encoded]),
  })
  if (receipt.contractAddress == null) throw new Error(`deploy ${name}: the ledger gave no address`)
  return { address: getAddress(receipt.contractAddress), receipt }
}

/** Deploys a manager's code and its proxy, which is initialised in the transaction that makes it. */
export async function deployBehindProxy(
  ledger: Ledger,
  account: LocalAccount,
  name: ContractName,
  initCall: Hex,
): Promise<{ address: Address; code: Address; receipt: TransactionReceipt }> {
  const { address: code } = await deployContract(ledger, account, name)
  const proxy = await deployContract(ledger, account, 'ManagerProxy', {
    types: [{ type: 'address' }, { type: 'bytes' }],
    values: [code, initCall],
  })
  return { ...proxy, code }
}
