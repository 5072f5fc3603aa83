import { encodeFunctionData } from 'viem'
import type { Abi, Address, Hex } from 'viem'
import type { Member } from './World.ts'

/** What somebody does next: a call of its tenant at a dApp, or at something else that belongs to it. */
export type Action = { by: Member; dapp: Address; data: Hex; target?: Address }

/** Random calls name functions by chance, so their arguments are not checked before the ledger does. */
export const encodeCall = (abi: Abi, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })
