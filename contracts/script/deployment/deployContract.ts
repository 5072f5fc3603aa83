import { concatHex, encodeAbiParameters, getAddress } from 'viem'
import type { AbiParameter, Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { bytecode } from '../../generated/bytecode.ts'
import type { Ledger } from './ledger.ts'
import { send } from './ledger.ts'

export type ContractName = keyof typeof bytecode

/** A constructor's arguments with their types. */
export type ConstructorCall = { types: readonly AbiParameter[]; values: readonly unknown[] }

/** Deployed libraries that a contract is linked to, by name. */
export type Libraries = Partial<Record<ContractName, Address>>

export async function deployContract(
  ledger: Ledger,
  account: LocalAccount,
  name: ContractName,
  constructor?: ConstructorCall,
  libraries: Libraries = {},
): Promise<{ address: Address; receipt: TransactionReceipt }> {
  return deployCode(ledger, account, name, creationCode(linked(name, bytecode[name], libraries), constructor))
}

/** Code that is linked, with its constructor's arguments. */
export async function deployCode(
  ledger: Ledger,
  account: LocalAccount,
  name: string,
  data: Hex,
): Promise<{ address: Address; receipt: TransactionReceipt }> {
  const receipt = await send(ledger, account, `deploy ${name}`, { data })
  if (receipt.contractAddress == null) throw new Error(`deploy ${name}: the ledger gave no address`)
  return { address: getAddress(receipt.contractAddress), receipt }
}

/** `creationCode(bytecode.Factory, { types, values })` */
export const creationCode = (code: Hex, constructor?: ConstructorCall): Hex =>
  concatHex([
    code,
    constructor === undefined ? '0x' : encodeAbiParameters(constructor.types, constructor.values),
  ])

/** Compiled code with the addresses of its libraries. `linked('DeliveryManager', bytecode.DeliveryManager, { Upgrades: '0x…' })` */
export function linked(name: string, compiled: string, libraries: Readonly<Record<string, Address>>): Hex {
  const code = Object.entries(libraries).reduce<string>(
    (unlinked, [library, address]) => unlinked.replaceAll(`__${library}__`, address.slice(2).toLowerCase()),
    compiled,
  )
  const [missing] = /__\w+?__/.exec(code) ?? []
  if (missing !== undefined) throw new Error(`deploy ${name}: the library ${missing} is not deployed`)
  return code as Hex
}

export type ManagerCode = {
  name: ContractName
  constructorCall?: ConstructorCall
  libraries: Libraries
  /** The first call through the proxy. The proxy wants one, even where a manager has nothing to initialise. */
  initCall: Hex
}

/** Deploys a manager's code and its proxy, which is initialised in the transaction that makes it. */
export async function deployBehindProxy(
  ledger: Ledger,
  account: LocalAccount,
  { name, constructorCall, libraries, initCall }: ManagerCode,
): Promise<{ address: Address; code: Address; receipt: TransactionReceipt }> {
  const { address: code } = await deployContract(ledger, account, name, constructorCall, libraries)
  const proxy = await deployContract(ledger, account, 'ManagerProxy', {
    types: [{ type: 'address' }, { type: 'bytes' }],
    values: [code, initCall],
  })
  return { ...proxy, code }
}
