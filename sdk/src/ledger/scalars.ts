// Values as the ledger takes them.
import type { Address, InstrumentId } from '@connex/protocol'
import { RegistryId } from '@connex/protocol'
import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'

/** viem's spelling of a scalar that our schemas have checked to be hex. */
export const hex = (scalar: string): `0x${string}` => scalar as `0x${string}`

/** A short text as a word of the ledger, left-aligned: an ISIN, a currency. `asciiWord('EUR')` → '0x455552000…' */
export const asciiWord = (text: string): `0x${string}` => stringToHex(text, { size: 32 })

export type RegistryOf = {
  registrarAddr: Address
  instrumentManagerAddr: Address
  instrumentId: InstrumentId
}

/**
 * The id of one registrar's registry of an instrument, as the contracts compute it (RegistryId.sol). Pure.
 *
 * @example
 * const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
 */
export const registryIdOf = ({
  registrarAddr,
  instrumentManagerAddr,
  instrumentId,
}: RegistryOf): RegistryId =>
  RegistryId.parse(
    keccak256(
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'bytes32' }],
        [hex(registrarAddr), hex(instrumentManagerAddr), hex(instrumentId)],
      ),
    ),
  )
