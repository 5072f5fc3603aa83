import {
  isToken,
  owedAfter,
  type Address,
  type DeliveryLeg,
  type Duty,
  type Owed,
  type Transfer,
} from '@connex/protocol'
import type { Consequence } from '../../lib/deal/Consequence.ts'
import { formatUtcDay } from '../../lib/formatTime.ts'
import { nextSteps as sentences } from '../../messages/en/nextSteps.ts'
import { addMessages, t, tLoose } from '../../messages/t.ts'
import { legWords, type Cash } from './legWords.ts'
import { isAhead } from './turnWords.ts'

addMessages(sentences)

type Seen = Pick<Transfer, 'deliveryState' | 'legs' | 'valueDate'> & Cash
type Names = { nameOf: (address: Address) => string; instrumentOf: (identifier: string) => string }

/**
 * What is still to come once the viewer has given these duties, in order: what the viewer and the other side still owe,
 * then the custodian, then the settlement.
 */
export function nextSteps(
  transfer: Seen,
  viewer: Address,
  given: readonly Duty[],
  names: Names,
): Consequence[] {
  const groups = grouped(owedAfter(transfer, viewer, given), transfer.legs)
  const notes = isAhead(transfer) ? [t('Deal.not_before', { day: formatUtcDay(transfer.valueDate) })] : []
  const steps = groups.map((group) => ({
    when: t('Deal.after_that'),
    text: stepWords(group, transfer, viewer, names),
  }))
  const [last, before] = [groups.at(-1), groups.at(-2)]
  if (last === undefined) return [{ when: t('Deal.last'), text: t('Next.settles_now'), notes }]
  // Of several that may confirm in any order none is the last.
  const isShared = before !== undefined && stageOf(before) === stageOf(last)
  if (isShared) return [...steps, { when: t('Deal.last'), text: t('Next.settles_last'), notes }]
  const text = `${stepWords(last, transfer, viewer, names)} ${t('Next.settles')}`
  return [...steps.slice(0, -1), { when: t('Deal.last'), text, notes }]
}

type Group = { tenant: Address; duty: Duty; legs: DeliveryLeg[] }

/** One for each tenant and duty, however many legs it covers. */
function grouped(owed: readonly Owed[], legs: readonly DeliveryLeg[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { tenant, duty, legIdx } of owed) {
    const leg = legs.filter((one) => one.legIdx === legIdx)
    const id = `${tenant}.${duty}.${leg.some(isToken)}.${isTransferAgent(leg)}`
    const known = groups.get(id)
    groups.set(id, { tenant, duty, legs: [...(known?.legs ?? []), ...leg] })
  }
  return [...groups.values()]
}

/** Investors come first, then custodians and coordinators in any order; the key of a lock comes last of all. */
const stageOf = ({ duty }: Group): string => {
  if (duty === 'unlock') return 'unlocking'
  return duty === 'register' || duty === 'coordinate' ? 'keepers' : 'investors'
}

const isTransferAgent = (legs: readonly DeliveryLeg[]) =>
  legs.some(({ legType }) => legType === 'TRADITIONAL')

function stepWords({ tenant, duty, legs }: Group, transfer: Seen, viewer: Address, names: Names): string {
  const what = legs.map((leg) => legWords(leg, transfer, names.instrumentOf)).join(t('Next.and'))
  const deed =
    duty === 'deliver' && legs.some(isToken)
      ? 'escrow'
      : duty === 'register' && isTransferAgent(legs)
        ? 'transferAgent'
        : duty
  return tenant === viewer
    ? tLoose(`Next.you_${deed}`, { what })
    : tLoose(`Next.${deed}`, { what, name: names.nameOf(tenant) })
}
