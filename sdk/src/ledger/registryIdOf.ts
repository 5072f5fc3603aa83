import { RegistryId } from '@connex/protocol'
import type { Address, InstrumentId } from '@connex/protocol'
import { encodeAbiParameters, keccak256 } from 'viem/utils'
import { hex } from './hex.ts'

export type RegistryOf = {
  registrarAddr: Address
  instrumentManagerAddr: Address
  instrumentId: InstrumentId
}

/**
 * The id of one registrar's register of an instrument, as the contracts compute it (RegistryId.sol). Pure.
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
