// What happens beside the registries: who administers and recovers a tenant, what its users may do, aspects of instruments, and
// tokens that pause.
import { aspectsAbi, privilegeManagerAbi } from '@connex/contracts'
import { keccak256, toHex, zeroAddress } from 'viem'
import type { Hex } from 'viem'
import { ASPECTS, HOLDERS, RIGHTS } from '../index/facts/tenantFacts.ts'
import { tokenAbi } from '../ledger/tokens.ts'
import { encodeCall } from '../ledger/actions.ts'
import type { Action } from '../ledger/actions.ts'
import {
  announceProtocol,
  changeHolder,
  operatorOf,
  PROTOCOLS,
  registerLateDapp,
  withdrawProtocol,
} from '../ledger/lateDapps.ts'
import type { Random } from '../random.ts'
import type { Member, LedgerFixture } from '../ledger/members.ts'

const DAY_S = 86_400

/** A direct one goes from the user to the contract, without its tenant. */
export type AdministrativeAction = Action & { isDirect?: boolean }

/** At a registry manager before its registration and after it, and the registration itself. */
export function randomLateActions({ ledger, lateDapps }: LedgerFixture) {
  const by = operatorOf(ledger)
  const { PlatformManager } = ledger.deployment.contracts
  return (random: Random): AdministrativeAction => {
    const dapp = random.pick(lateDapps)
    const other = random.pick(PROTOCOLS)
    const direct = { by, isDirect: true }
    return random.pick<() => AdministrativeAction>([
      () => ({ ...direct, ...announceProtocol(dapp, other) }),
      () => ({ ...direct, ...announceProtocol(dapp, other) }),
      () => ({ ...direct, ...withdrawProtocol(dapp, other) }),
      () => ({ ...direct, ...changeHolder(dapp, other, 'grant') }),
      () => ({ ...direct, ...changeHolder(dapp, other, 'revoke') }),
      () => ({ by, dapp: PlatformManager, data: registerLateDapp(dapp) }),
    ])()
  }
}

export function randomAdministration({ ledger, issuer, banks, traditionalId, token, items }: LedgerFixture) {
  const { PlatformManager, InstrumentManager } = ledger.deployment.contracts
  const rule = (by: Member, name: string, ...args: unknown[]): AdministrativeAction => ({
    by,
    dapp: PlatformManager,
    target: by.privilegeManager,
    data: encodeCall(privilegeManagerAbi, name, args),
  })
  const direct = (by: Member, dapp: Hex, data: Hex): AdministrativeAction => ({
    by,
    dapp,
    data,
    isDirect: true,
  })
  const directRule = (by: Member, of: Member, name: string) =>
    direct(by, of.privilegeManager, encodeCall(privilegeManagerAbi, name, []))

  /** By a user who is let do what dApps do. */
  const instrumentAspect = (name: string, ...args: unknown[]) =>
    direct(issuer, InstrumentManager, encodeCall(aspectsAbi, name, args))

  return async (random: Random): Promise<AdministrativeAction> => {
    const bank = random.pick(banks)
    const other = random.pick(banks.filter((one) => one !== bank))
    const right = [random.pick(HOLDERS), random.pick(RIGHTS)]
    const instance = random.pick([zeroAddress, InstrumentManager])
    const aspect = [traditionalId, random.pick(ASPECTS)]
    const stop = (isStopped: boolean) =>
      direct(bank, random.pick([token, items]), encodeCall(tokenAbi, 'stop', [isStopped]))
    if (random.chance(0.1)) await ledger.rpc('evm_increaseTime', DAY_S)
    return random.pick<() => AdministrativeAction>([
      () => rule(bank, 'setRecoverer', random.pick([other.tenant, other.tenant, zeroAddress])),
      () => rule(bank, 'nominateAdmin', other.user.address),
      () => rule(bank, 'nominateAdmin', other.user.address),
      () => rule(bank, 'revokeNomination'),
      () => directRule(other, bank, 'commitNomination'),
      () => directRule(other, bank, 'rejectNomination'),
      () => rule(bank, 'grant', ...right, instance),
      () => rule(bank, 'grant', ...right, instance),
      () => rule(bank, 'revoke', ...right, instance),
      () => instrumentAspect('setAspect', ...aspect, keccak256(toHex(random.below(1000)))),
      () => instrumentAspect('setAspect', ...aspect, keccak256(toHex(random.below(1000)))),
      () => instrumentAspect('unsetAspect', ...aspect),
      () => stop(true),
      () => stop(false),
      () => stop(false),
    ])()
  }
}
