// The custodians of what a delivery moves, where one of them cannot confirm it now.
import type { Asset } from './dealDelivery.ts'
import { assetKey } from './dealDelivery.ts'
import { assetText } from './dealText.ts'
import type { CustodianFault, DealRefusal } from './refusals.ts'

/** By `assetKey`: why the custodian of these securities cannot confirm. */
export type UnusableCustodians = ReadonlyMap<string, { custodian: string; fault: CustodianFault }>

const FAULT_TEXTS: Record<CustodianFault, string> = {
  NONE: '{custodian} has no registry of {asset}',
  DEREGISTERED: '{custodian} has closed its registry of {asset}',
  SUSPENDED: '{custodian} has suspended its registry of {asset}',
  IMPORTING: '{custodian} is importing its registry of {asset}',
  EXPORTING: '{custodian} is exporting its registry of {asset}',
  NOT_REGISTRAR: '{custodian}, the custodian of {asset}, has lost the privilege of a registrar',
}

/**
 * Why a custodian cannot confirm. `custodianFaultText({ custodian: 'Meridian Registrars', asset: 'DE000A2LQ5M4', fault: 'SUSPENDED' })` →
 * 'Meridian Registrars has suspended its registry of DE000A2LQ5M4'
 */
export const custodianFaultText = ({
  custodian,
  asset,
  fault,
}: {
  custodian: string
  asset: string
  fault: CustodianFault
}): string => FAULT_TEXTS[fault].replace('{custodian}', () => custodian).replace('{asset}', () => asset)

/**
 * The first of these securities whose custodian cannot confirm now.
 *
 * @example
 * custodianRefusal(moved, unusable) // { code: 'custodianUnusable', custodian: 'Meridian Registrars', fault: 'SUSPENDED', … }
 */
export function custodianRefusal(
  moved: readonly Asset[],
  unusable: UnusableCustodians = new Map(),
): DealRefusal | undefined {
  for (const asset of moved) {
    const found = unusable.get(assetKey(asset))
    if (found !== undefined) return { code: 'custodianUnusable', asset: assetText(asset), ...found }
  }
  return undefined
}
