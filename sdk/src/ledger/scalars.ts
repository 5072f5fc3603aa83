// Values as the ledger takes them.
import type { Address, InstrumentId } from '@connex/protocol'
import { RegistryId } from '@connex/protocol'
import { encodeAbiParameters, hexToString, keccak256, stringToHex } from 'viem/utils'

/** viem's spelling of a scalar that our schemas have checked to be hex. */
export const hex = (scalar: string): `0x${string}` => scalar as `0x${string}`

/** A short text as a word of the ledger, left-aligned: an ISIN, a currency. `asciiWord('EUR')` → '0x455552000…' */
export const asciiWord = (text: string): `0x${string}` => stringToHex(text, { size: 32 })

/** The text of such a word. `wordText(asciiWord('EUR'))` → 'EUR' */
export const wordText = (word: `0x${string}`): string => hexToString(word, { size: 32 })

/** keccak-256, as the ledger has it. `hashOf('0x')` → '0xc5d2…a470' */
export const hashOf = (data: string): `0x${string}` => keccak256(hex(data))

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
